"""One module a verb, each with `run(args, printer) -> exit code`; imported only when asked for."""
