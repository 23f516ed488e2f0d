# the arguments of ashiftstat, as bash
# a fact that cannot be read is a usage error, one that no check looks at gets a note
run=fixtures/fio_json/fio-3.33-a-randwrite4k.json
for fact in layout=foo layout=draid2:4 ram=-1 ram=0 devices=two devices=0 measured_ashift=garbage recordsize=0 link=ide capacity=full \
    sync=yes compression=foo rotational=maybe; do
    ashiftstat check --fact "$fact" "$run" >/dev/null
    echo "$? $fact"
done
ashiftstat check --fact rack=5 --fact layout=mirror:2 --fact ram=64G --fact 'measured_ashift=9: 9; 12: 12 and 13' "$run" >/dev/null
