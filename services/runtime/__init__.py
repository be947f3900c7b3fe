"""What turns a `Game` into a gRPC service, and what every service of the house stands on."""
