--TEST--
What cannot be loaded is called as the program called it
--EXTENSIONS--
dom
simplexml
--FILE--
<?php
chdir(sys_get_temp_dir());
libxml_use_internal_errors(true);
function told(string $what): void {
    foreach (libxml_get_errors() as $error) {
        echo $what, ': ', $error->level, ' ', $error->code, ' ', $error->message;
    }
    libxml_clear_errors();
}
foreach (['no-such.xml', './no-such.xml', 'sub/../no such.xml', 'file:///no/such.xml', '/no/such.xml'] as $name) {
    simplexml_load_file($name);
    told('simplexml_load_file');
    try {
        new SimpleXMLElement($name, 0, true);
    } catch (Exception $e) {
        echo $e->getMessage(), "\n";
    }
    told('SimpleXMLElement');
    (new DOMDocument)->loadHTMLFile($name);
    told('loadHTMLFile');
}
(new DOMDocument)->load('no-such.xml');
foreach (libxml_get_errors() as $error) {
    var_dump(str_contains($error->message, realpath('.') . '/no-such.xml'));
}
?>
--EXPECT--
simplexml_load_file: 1 1549 failed to load external entity "no-such.xml"
String could not be parsed as XML
SimpleXMLElement: 1 1549 failed to load external entity "no-such.xml"
loadHTMLFile: 1 1549 failed to load external entity "no-such.xml"
simplexml_load_file: 1 1549 failed to load external entity "./no-such.xml"
String could not be parsed as XML
SimpleXMLElement: 1 1549 failed to load external entity "./no-such.xml"
loadHTMLFile: 1 1549 failed to load external entity "./no-such.xml"
simplexml_load_file: 1 1549 failed to load external entity "sub/../no such.xml"
String could not be parsed as XML
SimpleXMLElement: 1 1549 failed to load external entity "sub/../no such.xml"
loadHTMLFile: 1 1549 failed to load external entity "sub/../no such.xml"
simplexml_load_file: 1 1549 failed to load external entity "file:///no/such.xml"
String could not be parsed as XML
SimpleXMLElement: 1 1549 failed to load external entity "file:///no/such.xml"
loadHTMLFile: 1 1549 failed to load external entity "file:///no/such.xml"
simplexml_load_file: 1 1549 failed to load external entity "/no/such.xml"
String could not be parsed as XML
SimpleXMLElement: 1 1549 failed to load external entity "/no/such.xml"
loadHTMLFile: 1 1549 failed to load external entity "/no/such.xml"
bool(true)
