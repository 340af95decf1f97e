"""`ricordo demo`: a throw-away store with memories to look at."""
