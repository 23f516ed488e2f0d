# options that a command lacks, beginnings of their names, missing and empty values
page=fixtures/markdown_table/salter-averages.md
ashiftstat analyze --frob
ashiftstat plan $page --format json
ashiftstat report $page --format=json
ashiftstat analyze $page --base 12
ashiftstat analyze $page -x
ashiftstat analyze $page --per-job=1
ashiftstat analyze $page --baseline
ashiftstat analyze $page --baseline ""
ashiftstat analyze $page --baseline=
ashiftstat analyze $page -f ""
