"""Who may do what, and what they may see: facts in, a verdict or a `Visible` out."""
