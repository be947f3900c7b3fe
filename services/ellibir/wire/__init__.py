"""How Elli Bir is sent: its structs as the messages of kiraathane.ellibir.v1."""

from kiraathane.ellibir.v1 import ellibir_service_pb2
from services.ellibir.wire.acts import action_from_proto, action_to_proto
from services.ellibir.wire.happenings import happening_to_proto
from services.ellibir.wire.views import view_from_proto, view_to_proto

__all__ = ["SERVICE", "action_from_proto", "action_to_proto", "happening_to_proto", "view_from_proto", "view_to_proto"]

# Taken from the stubs, so that whoever imports this package has them loaded.
SERVICE: str = ellibir_service_pb2.DESCRIPTOR.services_by_name["EllibirService"].full_name
