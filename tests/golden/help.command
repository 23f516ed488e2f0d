# the arguments of ashiftstat, as bash
ashiftstat --help; ashiftstat analyze --help; ashiftstat ingest --help; ashiftstat report --help
