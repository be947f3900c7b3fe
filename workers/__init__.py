"""Celery workers: they play the bots' turns and score finished matches, over gRPC like any other client."""
