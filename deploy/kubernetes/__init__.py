"""The house on Kubernetes: manifests for Kustomize, written from the registry and from `house` (`make render`)."""
