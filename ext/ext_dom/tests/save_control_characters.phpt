--TEST--
Control characters cannot be saved: there is a warning, or an error for those who collect them
--EXTENSIONS--
dom
--FILE--
<?php
foreach (["a\x07b", "tab\tline\n", "\x01"] as $text) {
    $document = new DOMDocument;
    $root = $document->appendChild($document->createElement('root'));
    $root->appendChild($document->createTextNode($text));
    var_dump(strlen($document->saveXML()));
}
libxml_use_internal_errors(true);
$document->saveXML();
foreach (libxml_get_errors() as $error) {
    echo $error->level, ' ', $error->code, ' ', $error->message;
}
?>
--EXPECTF--

Warning: DOMDocument::saveXML(): xmlEscapeEntities : char out of range in %s on line %d
int(36)
int(45)

Warning: DOMDocument::saveXML(): xmlEscapeEntities : char out of range in %s on line %d
int(36)
2 1 xmlEscapeEntities : char out of range