--TEST--
What a recovering parser says is a warning that neither `@` nor error_reporting() turns off
--EXTENSIONS--
dom
--FILE--
<?php
$d = new DOMDocument;
var_dump(@$d->loadXML('<a><b>'));
var_dump(@$d->loadXML('<a><b>', LIBXML_RECOVER));
error_reporting(0);
$d->recover = true;
var_dump($d->loadXML('<a>&u;</a>'), error_reporting());
var_dump($d->loadHTML('<p><x></y>'));
error_reporting(E_ALL);
foreach ([0, LIBXML_RECOVER] as $options) {
    try {
        echo @Dom\XMLDocument::createFromString('<a><b></a>', $options)->saveXml(), "\n";
    } catch (DOMException $e) {
        echo $e->getMessage(), "\n";
    }
}
libxml_use_internal_errors(true);
var_dump(@$d->loadXML('<a><b>'), count(libxml_get_errors()));
libxml_use_internal_errors(false);
set_error_handler(function ($level, $message) {
    echo "$level $message ", error_reporting(), "\n";
    error_reporting(E_ALL);
    throw new Exception('from the handler');
});
try {
    @$d->loadXML('<c><d>');
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
var_dump(error_reporting() === E_ALL);
echo $d->saveXML();
?>
--EXPECTF--
bool(false)

Warning: DOMDocument::loadXML(): Premature end of data in tag b line 1 in Entity, line: 1 in %srecovering_warnings.php on line 4
bool(true)

Warning: DOMDocument::loadXML(): Entity 'u' not defined in Entity, line: 1 in %srecovering_warnings.php on line 7
bool(true)
int(0)
bool(true)
XML fragment is not well-formed

Warning: Dom\XMLDocument::createFromString(): Opening and ending tag mismatch: b line 1 and a in Entity, line: 1 in %srecovering_warnings.php on line 12

Warning: Dom\XMLDocument::createFromString(): Premature end of data in tag a line 1 in Entity, line: 1 in %srecovering_warnings.php on line 12
<?xml version="1.0" encoding="UTF-8"?>
<a><b/></a>
bool(true)
int(1)
2 DOMDocument::loadXML(): Premature end of data in tag d line 1 in Entity, line: 1 4439
from the handler
bool(true)
<?xml version="1.0"?>
<c><d/></c>
