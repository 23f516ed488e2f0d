# the arguments of ashiftstat, as bash
ashiftstat analyze fixtures/csv_table/tidy.csv
