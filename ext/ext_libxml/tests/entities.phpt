--TEST--
What documents refer to is asked for
--FILE--
<?php
var_dump(libxml_use_internal_errors(), libxml_get_last_error());
libxml_set_external_entity_loader(function ($public, $system) {
    echo "wanted: $system\n";
    $f = fopen('php://memory', 'w+');
    fwrite($f, '<!ENTITY e "loaded">');
    rewind($f);
    return $f;
});
$d = new DOMDocument;
$d->loadXML('<!DOCTYPE a SYSTEM "my.dtd"><a>&e;</a>', LIBXML_DTDLOAD | LIBXML_NOENT);
echo $d->documentElement->textContent, "\n";
echo "Nothing is loaded unless asked for.\n";
$d->loadXML('<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>');
var_dump($d->documentElement->textContent);
--EXPECTF--
bool(false)
bool(false)
wanted: %smy.dtd
loaded
Nothing is loaded unless asked for.
string(0) ""
