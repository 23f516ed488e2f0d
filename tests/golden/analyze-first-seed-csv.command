# the arguments of ashiftstat, as bash
ashiftstat analyze fixtures/markdown_table/salter-averages.md --baseline 13 --format csv
