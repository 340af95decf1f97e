"""What is on screen. A widget knows no daemon: it is given rows, and posts what happened."""
