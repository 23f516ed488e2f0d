# the arguments of ashiftstat, as bash
ashiftstat ingest fixtures/markdown_table/salter-averages.md
