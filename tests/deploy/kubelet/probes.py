"""A pod's probes, asked as a kubelet asks them."""

import http.client
import socket
from typing import Any

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

Json = dict[str, Any]


def passes(probe: Json, address: str, ports: dict[str, int]) -> bool:
    """True if the pod at this address gives the answer that the probe wants, in its time."""
    seconds = probe["timeoutSeconds"]
    if "grpc" in probe:
        return _serves(f"{address}:{probe['grpc']['port']}", probe["grpc"].get("service", ""), seconds)
    if "httpGet" in probe:
        port = probe["httpGet"]["port"]
        return _answers(address, ports.get(port, port), probe["httpGet"]["path"], seconds)
    # The stores' own programs may not be on this machine: that they listen must do.
    (port,) = ports.values()
    return _listens(address, port, seconds)


def _serves(address: str, service: str, seconds: float) -> bool:
    with grpc.insecure_channel(address) as channel:
        try:
            request = health_pb2.HealthCheckRequest(service=service)
            answer = health_pb2_grpc.HealthStub(channel).Check(request, timeout=seconds)
        except grpc.RpcError:
            return False
    return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)


def _answers(address: str, port: int, path: str, seconds: float) -> bool:
    connection = http.client.HTTPConnection(address, port, timeout=seconds)
    try:
        connection.request("GET", path)
        return 200 <= connection.getresponse().status < 400
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _listens(address: str, port: int, seconds: float) -> bool:
    try:
        with socket.create_connection((address, port), timeout=seconds):
            return True
    except OSError:
        return False
