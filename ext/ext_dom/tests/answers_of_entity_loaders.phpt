--TEST--
What the program's entity loader may answer: a path, a stream, and what converts to a string
--EXTENSIONS--
dom
--FILE--
<?php
chdir('/');
$answers = [5.5, [], false, 'none', new class { function __toString() { return 'text'; } }, new stdClass, fopen('data:,<!ENTITY e "from a stream">', 'r')];
foreach ($answers as $answer) {
    libxml_set_external_entity_loader(fn() => $answer);
    $d = new DOMDocument;
    try {
        var_dump($d->loadXML("<!DOCTYPE a SYSTEM 'x.dtd'>\n<a/>", LIBXML_DTDLOAD));
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
libxml_set_external_entity_loader(fn() => throw new Exception('thrown'));
try {
    $d->loadXML("<!DOCTYPE a SYSTEM 'x.dtd'>\n<b/>", LIBXML_DTDLOAD);
} catch (Exception $e) {
    echo $e->getMessage(), ' ', $d->documentElement->nodeName, "\n";
}
?>
--EXPECTF--
Notice: DOMDocument::loadXML(): failed to load external entity "5.5" in Entity, line: 1 in %sanswers_of_entity_loaders.php on line 8
bool(true)

Warning: Array to string conversion in %sanswers_of_entity_loaders.php on line 8

Notice: DOMDocument::loadXML(): failed to load external entity "Array" in Entity, line: 1 in %sanswers_of_entity_loaders.php on line 8
bool(true)

Notice: DOMDocument::loadXML(): failed to load external entity "" in Entity, line: 1 in %sanswers_of_entity_loaders.php on line 8
bool(true)

Notice: DOMDocument::loadXML(): failed to load external entity "none" in Entity, line: 1 in %sanswers_of_entity_loaders.php on line 8
bool(true)

Notice: DOMDocument::loadXML(): failed to load external entity "text" in Entity, line: 1 in %sanswers_of_entity_loaders.php on line 8
bool(true)
Object of class stdClass could not be converted to string
bool(true)
thrown b
