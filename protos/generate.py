"""Generates the Python stubs of the contract, and an image of it for buf, into `generated/`.

`python protos/generate.py`. The stubs are never committed. With `--no-types` there are none for type checkers, and
their generators (a dependency of developers alone) are not needed.

protovalidate's wheel carries the descriptors of its rules but no .proto file, so they are handed to protoc as a
descriptor set.
"""

import shutil
import sys
from importlib.metadata import version
from pathlib import Path

import google.rpc.status_pb2
import grpc_tools
from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet
from grpc_tools import protoc
from protovalidate._gen.buf.validate import validate_pb

SOURCES = Path(__file__).parent
TARGET = SOURCES.parent / "generated"
WELL_KNOWN = Path(grpc_tools.__file__).parent / "_proto"
GOOGLE_RPC = Path(google.rpc.status_pb2.__file__).parent.parent.parent
OUTSIDE = (
    "google/protobuf/descriptor.proto",
    "google/protobuf/duration.proto",
    "google/protobuf/field_mask.proto",
    "google/protobuf/timestamp.proto",
    "google/rpc/error_details.proto",
    "google/rpc/status.proto",
)


def main() -> None:
    """Writes `generated/`, replacing what was there. Exits with protoc's own message if a proto is wrong."""
    types = "--no-types" not in sys.argv[1:]
    shutil.rmtree(TARGET, ignore_errors=True)
    TARGET.mkdir()
    dependencies = f"--descriptor_set_in={_dependencies()}"
    _protoc(dependencies, *_python(TARGET, types=types), "buf/validate/validate.proto")
    generate(SOURCES, TARGET, types=types)
    contract = sorted(str(path.relative_to(SOURCES)) for path in SOURCES.rglob("*.proto"))
    image = [f"--descriptor_set_out={TARGET / 'contract.binpb'}", "--include_imports", "--include_source_info"]
    _protoc(dependencies, f"-I{SOURCES}", *image, *contract)
    print(f"stubs of {len(contract)} protos generated with grpcio-tools {version('grpcio-tools')}")


def generate(sources: Path, target: Path, *include: Path, types: bool = True) -> None:
    """The stubs of every proto under `sources`, into `target`; protos under `include` may be imported."""
    grpc = [f"--grpc_python_out={target}", *([f"--mypy_grpc_out=quiet:{target}"] if types else [])]
    names = sorted(str(path.relative_to(sources)) for path in sources.rglob("*.proto"))
    roots = [f"-I{root}" for root in (sources, *include)]
    _protoc(
        f"--descriptor_set_in={TARGET / 'dependencies.binpb'}", *roots, *_python(target, types=types), *grpc, *names
    )


def _python(target: Path, *, types: bool) -> list[str]:
    """Where the messages' modules go, with their types for type checkers if they are wanted."""
    return [f"--python_out={target}", *([f"--mypy_out=quiet:{target}"] if types else [])]


def _dependencies() -> Path:
    """A descriptor set of everything that our protos import from outside."""
    path = TARGET / "dependencies.binpb"
    _protoc(f"-I{WELL_KNOWN}", f"-I{GOOGLE_RPC}", f"--descriptor_set_out={path}", "--include_imports", *OUTSIDE)
    outside = FileDescriptorSet.FromString(path.read_bytes())
    outside.file.append(FileDescriptorProto.FromString(validate_pb.desc().proto.to_binary()))
    path.write_bytes(outside.SerializeToString())
    return path


def _protoc(*arguments: str) -> None:
    plugins = [
        f"--plugin={name}={Path(sys.executable).parent / name}" for name in ("protoc-gen-mypy", "protoc-gen-mypy_grpc")
    ]
    if protoc.main(["protoc", *plugins, *arguments]) != 0:
        sys.exit(f"protoc failed: {' '.join(arguments)}")


if __name__ == "__main__":
    main()
