--TEST--
External subsets and entities that cannot be loaded: level and place of the message, and what the program's loader is told
--EXTENSIONS--
dom
simplexml
xmlreader
--FILE--
<?php
chdir('/');
$subset = "<?xml version='1.0'?>\n<!DOCTYPE a PUBLIC 'P' 'nope.dtd'>\n<a/>";
$entity = "<!DOCTYPE a [<!ENTITY x SYSTEM 'no/where.ent'>]><a>&x;</a>";
$parameter = "<!DOCTYPE a [<!ENTITY % x SYSTEM 'nope.pe'> %x;]><a/>";
foreach ([[$subset, LIBXML_DTDLOAD], [$subset, LIBXML_DTDVALID], [$subset, LIBXML_DTDLOAD | LIBXML_NOWARNING], [$entity, LIBXML_NOENT], [$parameter, LIBXML_DTDLOAD]] as [$text, $options]) {
    echo "--\n";
    $d = new DOMDocument;
    var_dump($d->loadXML($text, $options));
    var_dump(simplexml_load_string($text, null, $options) !== false);
    libxml_use_internal_errors(true);
    $d->loadXML($text, $options);
    simplexml_load_string($text, null, $options);
    foreach (libxml_get_errors() as $e) {
        echo $e->level, ' ', $e->code, ' ', $e->line, ':', $e->column, ' ', trim($e->message), "\n";
    }
    libxml_clear_errors();
    libxml_use_internal_errors(false);
}
libxml_set_external_entity_loader(function (...$args) {
    echo json_encode($args, JSON_UNESCAPED_SLASHES), "\n";
    return null;
});
foreach ([$subset, $entity] as $text) {
    @$d->loadXML($text, LIBXML_DTDLOAD | LIBXML_NOENT);
    @simplexml_load_string($text, null, LIBXML_DTDLOAD | LIBXML_NOENT);
    $r = XMLReader::XML($text, null, LIBXML_DTDLOAD);
    while (@$r->read());
    try {
        @Dom\XMLDocument::createFromString($text, LIBXML_DTDLOAD | LIBXML_NOENT);
    } catch (DOMException $e) {
        echo $e->getMessage(), "\n";
    }
}
?>
--EXPECTF--
--

Notice: DOMDocument::loadXML(): failed to load external entity "/nope.dtd" in Entity, line: 2 in %smissing_external_entities.php on line 9
bool(true)

Warning: simplexml_load_string(): I/O warning : failed to load external entity "nope.dtd" in %smissing_external_entities.php on line 10

Warning: simplexml_load_string(): <!DOCTYPE a PUBLIC 'P' 'nope.dtd'> in %smissing_external_entities.php on line 10

Warning: simplexml_load_string():                                   ^ in %smissing_external_entities.php on line 10
bool(true)
1 1549 2:35 failed to load external entity "/nope.dtd"
1 1549 2:35 failed to load external entity "nope.dtd"
--

Warning: DOMDocument::loadXML(): failed to load external entity "/nope.dtd" in Entity, line: 2 in %smissing_external_entities.php on line 9
bool(true)

Warning: simplexml_load_string(): Validation failed: no DTD found !I/O error : failed to load external entity "nope.dtd" in %smissing_external_entities.php on line 10

Warning: simplexml_load_string(): <!DOCTYPE a PUBLIC 'P' 'nope.dtd'> in %smissing_external_entities.php on line 10

Warning: simplexml_load_string():                                   ^ in %smissing_external_entities.php on line 10

Warning: simplexml_load_string(): validity error : Validation failed: no DTD found ! in %smissing_external_entities.php on line 10

Warning: simplexml_load_string(): <a/> in %smissing_external_entities.php on line 10

Warning: simplexml_load_string():   ^ in %smissing_external_entities.php on line 10
bool(true)
2 1549 2:35 failed to load external entity "/nope.dtd"
2 522 3:3 Validation failed: no DTD found !
2 1549 2:35 failed to load external entity "nope.dtd"
2 522 3:3 Validation failed: no DTD found !
--
bool(true)
bool(true)
1 1549 2:35 failed to load external entity "/nope.dtd"
1 1549 2:35 failed to load external entity "nope.dtd"
--

Warning: DOMDocument::loadXML(): I/O warning : failed to load external entity "/no/where.ent" in %smissing_external_entities.php on line 9
bool(true)

Warning: simplexml_load_string(): I/O warning : failed to load external entity "no/where.ent" in %smissing_external_entities.php on line 10
bool(true)
1 1549 0:0 failed to load external entity "/no/where.ent"
1 1549 0:0 failed to load external entity "no/where.ent"
--

Notice: DOMDocument::loadXML(): failed to load external entity "/nope.pe" in Entity, line: 1 in %smissing_external_entities.php on line 9
bool(true)

Warning: simplexml_load_string(): I/O warning : failed to load external entity "nope.pe" in %smissing_external_entities.php on line 10

Warning: simplexml_load_string(): <!DOCTYPE a [<!ENTITY %c x SYSTEM 'nope.pe'> %cx;]><a/> in %smissing_external_entities.php on line 10

Warning: simplexml_load_string():                                                ^ in %smissing_external_entities.php on line 10
bool(true)
1 1549 1:48 failed to load external entity "/nope.pe"
1 1549 1:48 failed to load external entity "nope.pe"
["P","/nope.dtd",{"directory":"/","intSubName":"a","extSubURI":"nope.dtd","extSubSystem":"P"}]
["P","nope.dtd",{"directory":null,"intSubName":"a","extSubURI":"nope.dtd","extSubSystem":"P"}]
["P","/nope.dtd",{"directory":"/","intSubName":"a","extSubURI":"nope.dtd","extSubSystem":"P"}]
["P","/nope.dtd",{"directory":"/","intSubName":"a","extSubURI":"nope.dtd","extSubSystem":"P"}]
[null,"/no/where.ent",{"directory":null,"intSubName":null,"extSubURI":null,"extSubSystem":null}]
[null,"no/where.ent",{"directory":null,"intSubName":null,"extSubURI":null,"extSubSystem":null}]
[null,"/no/where.ent",{"directory":null,"intSubName":null,"extSubURI":null,"extSubSystem":null}]
