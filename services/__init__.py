"""The rooms of the house: the kernel, the runtime, the platform services and one folder per game family."""
