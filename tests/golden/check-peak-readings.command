# the arguments of ashiftstat, as bash
ashiftstat check fixtures/checks/peak-readings.csv --compare volblocksize --fact link=sata600
ashiftstat check fixtures/checks/peak-readings.csv --compare volblocksize --ignore C02,C25 --fact link=sata600 --format json |
    grep -c "\"C02\""
