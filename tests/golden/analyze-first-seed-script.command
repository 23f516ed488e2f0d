# the arguments of ashiftstat, as bash
ashiftstat analyze fixtures/first_seed_script
