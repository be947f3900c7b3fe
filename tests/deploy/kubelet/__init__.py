"""A kubelet of the tests' own: runs what an overlay says as processes of this machine, without a cluster.

Real: commands, environments, probes, preStop hooks, grace times, restarts, read-only file systems, no capabilities, the
names of Services, and that a name is known only to pods that a network policy lets there. Not real: images (the
programs are this checkout's), users (no pod has a right of root, but files are read as root), limits of CPU and memory,
the scheduler, and the stores' images (PostgreSQL and Valkey are the tests' own servers).
"""
