"""The house's door: Envoy, configured from the registry of games."""
