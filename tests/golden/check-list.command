# the arguments of ashiftstat, as bash
ashiftstat check --list
ashiftstat check --format markdown fixtures/repeated
ashiftstat check --ignore C99 fixtures/repeated
