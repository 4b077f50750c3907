--TEST--
LIBXML_NONET: what a document refers to is not fetched from the network, and only libxml_get_errors() tells of it
--FILE--
<?php
$text = '<!DOCTYPE a SYSTEM "%s"><a>b</a>';
foreach (['http://localhost:1/a.dtd', 'FTP://localhost:1/a.dtd'] as $name) {
    foreach ([false, true] as $internal) {
        libxml_use_internal_errors($internal);
        $document = new DOMDocument;
        var_dump($document->loadXML(sprintf($text, $name), LIBXML_DTDLOAD | LIBXML_NONET));
        var_dump((string) simplexml_load_string(sprintf($text, $name), null, LIBXML_DTDLOAD | LIBXML_DTDATTR | LIBXML_NONET));
        foreach (libxml_get_errors() as $error) {
            echo $error->code, ' ', $error->level, ' ', trim($error->message), "\n";
        }
        libxml_clear_errors();
    }
}
libxml_use_internal_errors(false);
libxml_set_external_entity_loader(function ($public, $system) {
    echo "asked for $system\n";
    return fopen('data:,<!ENTITY b "c">', 'r');
});
var_dump((string) simplexml_load_string(sprintf($text, 'http://localhost:1/a.dtd'), null, LIBXML_DTDLOAD | LIBXML_NONET));
?>
--EXPECT--
bool(true)
string(1) "b"
bool(true)
string(1) "b"
1543 2 Attempt to load network entity http://localhost:1/a.dtd
1543 2 Attempt to load network entity http://localhost:1/a.dtd
bool(true)
string(1) "b"
bool(true)
string(1) "b"
1543 2 Attempt to load network entity FTP://localhost:1/a.dtd
1543 2 Attempt to load network entity FTP://localhost:1/a.dtd
asked for http://localhost:1/a.dtd
string(1) "b"
