"""What Prometheus and Grafana are told about the house: rules, alerts and dashboards, written from the registry."""
