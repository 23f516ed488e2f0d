# the arguments of ashiftstat, as bash
ashiftstat check fixtures/claims_in_prose/other-base.md
