# the arguments of ashiftstat, as bash
ashiftstat check fixtures/repeated --format json | grep "\"result\": \"hit\""
ashiftstat analyze fixtures/repeated --format csv | cut -d, -f1,2,3,5,6,7,12,13 | grep ",bw,"
