# the arguments of ashiftstat, as bash
ashiftstat analyze fixtures/repeated
