# the arguments of ashiftstat, as bash
ashiftstat frobnicate
