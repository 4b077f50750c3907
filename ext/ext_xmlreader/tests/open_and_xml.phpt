--TEST--
XMLReader::open() and XMLReader::XML() on an object and without one
--FILE--
<?php
class Sub extends XMLReader {
    function parents() { return parent::XML("<p/>"); }
}
function show($what) { echo is_object($what) ? get_class($what) : var_export($what, true), "\n"; }

file_put_contents($file = sys_get_temp_dir() . "/open_and_xml_" . getmypid() . ".xml", "<root><a/></root>");
$reader = new Sub;
echo "on an object\n";
show($reader->XML("<a/>"));
$reader->read();
show($reader->name);
show($reader->open($file));
$reader->read();
show($reader->name);
for ($i = 0; $i < 3; $i++) {
    show($reader->XML("<n$i/>"));
}
$first = $reader->XML(...);
show($first("<first/>"));
$reader->read();
show($reader->name);
$pair = [$reader, "open"];
show($pair($file));
echo "without\n";
show(Sub::XML("<a/>"));
show(XMLReader::open($file));
show($reader->parents());
show((Sub::XML(...))("<a/>"));
echo "as callables\n";
show(call_user_func([$reader, "XML"], "<a/>"));
show(call_user_func("Sub::XML", "<a/>"));
echo "errors\n";
show(@XMLReader::open("/none/such"));
try { $reader->XML(""); } catch (ValueError $e) { echo $e->getMessage(), "\n"; }
try { $reader->read(); } catch (Error $e) { echo $e->getMessage(), "\n"; }
try { XMLReader::XML("<a/>", "no such encoding"); } catch (ValueError $e) { echo $e->getMessage(), "\n"; }
echo "reflection\n";
$method = new ReflectionMethod("XMLReader", "open");
show($method->isStatic());
show($method->invoke($reader, $file));
unlink($file);
?>
--EXPECT--
on an object
true
'a'
true
'root'
true
true
true
true
'first'
true
without
XMLReader
XMLReader
XMLReader
XMLReader
as callables
XMLReader
XMLReader
errors
false
XMLReader::XML(): Argument #1 ($source) must not be empty
Data must be loaded before reading
XMLReader::XML(): Argument #2 ($encoding) must be a valid character encoding
reflection
true
XMLReader
