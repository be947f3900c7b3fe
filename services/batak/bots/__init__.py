"""How batak's bots judge: hands as bit masks, a policy, worlds, and playing them out."""
