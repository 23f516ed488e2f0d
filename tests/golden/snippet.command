ashiftstat report --snippet bbcode fixtures/markdown_table/salter-averages.md
ashiftstat report --snippet markdown fixtures/markdown_table/group-rates.md
ashiftstat report --snippet html fixtures/markdown_table/group-rates.md
ashiftstat render --size 12x fixtures/markdown_table/group-rates.md -o "$SCRATCH"
ashiftstat render --theme blue fixtures/markdown_table/group-rates.md -o "$SCRATCH"
ashiftstat render --chart pie fixtures/markdown_table/group-rates.md -o "$SCRATCH"
