# the arguments of ashiftstat, as bash
ashiftstat check fixtures/markdown_table/group-rates.md | head -n 16
