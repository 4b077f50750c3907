--TEST--
What XMLWriter and DOMDocument::save() write goes to the URI's stream, which is closed after it
--FILE--
<?php
class Sink {
    public $context;
    function stream_open($path, $mode, $options, &$opened) {
        echo "open $path\n";
        return !str_contains($path, 'refused');
    }
    function stream_write($text) { echo 'write ', strlen($text), "\n"; return strlen($text); }
    function stream_flush() { echo "flush\n"; return true; }
    function stream_close() { echo "close\n"; }
}
stream_wrapper_register('sink', 'Sink');
$folder = sys_get_temp_dir() . '/xmlwriter_uris_' . getmypid();
mkdir($folder);
chdir($folder);

echo "-- the end of a document is passed on, and so are 4,000 bytes\n";
$writer = new XMLWriter;
var_dump($writer->openUri('sink://here'));
$writer->startDocument();
$writer->startElement('a');
for ($i = 0; $i < 5; $i++) {
    $writer->text(str_repeat('x', 1000));
}
$writer->endDocument();
var_dump($writer->flush());
$writer->writeComment('left');
unset($writer);

echo "-- another URI ends the first\n";
$writer = new XMLWriter;
$writer->openUri('sink://first');
$writer->writeElement('a');
$writer->openUri('sink://second');
$writer->openMemory();

echo "-- a stream of the program's stays open\n";
$stream = fopen('sink://own', 'wb');
$writer = XMLWriter::toStream($stream);
$writer->writeElement('a');
unset($writer);
var_dump(is_resource($stream));
fclose($stream);

echo "-- a compressed file is complete\n";
$writer = XMLWriter::toUri("compress.zlib://$folder/z");
$writer->writeElement('a', 'b');
unset($writer);
var_dump(gzdecode(file_get_contents('z')));
unlink('z');

echo "-- escapes\n";
$document = new DOMDocument;
$document->loadXML('<a/>');
foreach (['a%20b', 'a b%41', 'e%', "file://$folder/c%20d", "FILE:///$folder/q", 'a:b', 'é%20'] as $name) {
    $document->save($name);
    echo implode(' | ', glob('*')), "\n";
    var_dump(@(new DOMDocument)->load($name));
    array_map(unlink(...), glob('*'));
    $writer = XMLWriter::toUri($name);
    unset($writer);
    echo implode(' | ', glob('*')), "\n";
    array_map(unlink(...), glob('*'));
}

echo "-- refused\n";
set_error_handler(function ($level, $text) { echo "$text\n"; });
foreach (['sink://refused%20here', 'nope://x', $folder, "$folder/none/x", "$folder/", 'file:///', 'file://localhost/', 'a%00b'] as $name) {
    $text = fn($text) => strtr($text, [$folder => 'FOLDER']);
    ob_start($text);
    var_dump($document->save($name), (new XMLWriter)->openUri($name));
    try {
        XMLWriter::toUri($name);
    } catch (Error $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
    ob_end_flush();
}
libxml_use_internal_errors(true);
(new XMLWriter)->openUri('sink://refused');
foreach (libxml_get_errors() as $error) {
    echo $error->level, ' ', $error->code, ' ', $error->message;
}
rmdir($folder);
?>
--EXPECT--
-- the end of a document is passed on, and so are 4,000 bytes
open sink://here
bool(true)
write 4025
write 1005
int(0)
write 11
flush
close
-- another URI ends the first
open sink://first
open sink://second
write 4
flush
close
close
-- a stream of the program's stays open
open sink://own
write 4
bool(true)
flush
close
-- a compressed file is complete
string(8) "<a>b</a>"
-- escapes
a b
bool(true)
a b
a b%41
bool(true)
a b%41
e%
bool(true)
e%
c d
bool(true)
c d
q
bool(true)
q
a:b
bool(true)
a:b
é%20
bool(true)
é%20
-- refused
open sink://refused here
DOMDocument::save(sink://refused here): Failed to open stream: "Sink::stream_open" call failed
open sink://refused%20here
DOMDocument::save(sink://refused%20here): Failed to open stream: "Sink::stream_open" call failed
open sink://refused here
XMLWriter::openUri(sink://refused here): Failed to open stream: "Sink::stream_open" call failed
open sink://refused%20here
XMLWriter::openUri(sink://refused%20here): Failed to open stream: "Sink::stream_open" call failed
XMLWriter::openUri(): xmlNewTextWriterFilename : cannot open uri
bool(false)
bool(false)
open sink://refused here
XMLWriter::toUri(sink://refused here): Failed to open stream: "Sink::stream_open" call failed
open sink://refused%20here
XMLWriter::toUri(sink://refused%20here): Failed to open stream: "Sink::stream_open" call failed
XMLWriter::toUri(): xmlNewTextWriterFilename : cannot open uri
Error: Could not construct libxml writer
DOMDocument::save(): Unable to find the wrapper "nope" - did you forget to enable it when you configured PHP?
DOMDocument::save(): Unable to find the wrapper "nope" - did you forget to enable it when you configured PHP?
DOMDocument::save(nope://x): Failed to open stream: No such file or directory
DOMDocument::save(): Unable to find the wrapper "nope" - did you forget to enable it when you configured PHP?
DOMDocument::save(): Unable to find the wrapper "nope" - did you forget to enable it when you configured PHP?
DOMDocument::save(nope://x): Failed to open stream: No such file or directory
XMLWriter::openUri(): Unable to find the wrapper "nope" - did you forget to enable it when you configured PHP?
XMLWriter::openUri(): Unable to find the wrapper "nope" - did you forget to enable it when you configured PHP?
XMLWriter::openUri(nope://x): Failed to open stream: No such file or directory
XMLWriter::openUri(): Unable to find the wrapper "nope" - did you forget to enable it when you configured PHP?
XMLWriter::openUri(): Unable to find the wrapper "nope" - did you forget to enable it when you configured PHP?
XMLWriter::openUri(nope://x): Failed to open stream: No such file or directory
XMLWriter::openUri(): xmlNewTextWriterFilename : cannot open uri
bool(false)
bool(false)
XMLWriter::toUri(): Unable to find the wrapper "nope" - did you forget to enable it when you configured PHP?
XMLWriter::toUri(): Unable to find the wrapper "nope" - did you forget to enable it when you configured PHP?
XMLWriter::toUri(nope://x): Failed to open stream: No such file or directory
XMLWriter::toUri(): Unable to find the wrapper "nope" - did you forget to enable it when you configured PHP?
XMLWriter::toUri(): Unable to find the wrapper "nope" - did you forget to enable it when you configured PHP?
XMLWriter::toUri(nope://x): Failed to open stream: No such file or directory
XMLWriter::toUri(): xmlNewTextWriterFilename : cannot open uri
Error: Could not construct libxml writer
DOMDocument::save(FOLDER): Failed to open stream: Is a directory
XMLWriter::openUri(FOLDER): Failed to open stream: Is a directory
XMLWriter::openUri(): xmlNewTextWriterFilename : cannot open uri
bool(false)
bool(false)
XMLWriter::toUri(FOLDER): Failed to open stream: Is a directory
XMLWriter::toUri(): xmlNewTextWriterFilename : cannot open uri
Error: Could not construct libxml writer
DOMDocument::save(FOLDER/none/x): Failed to open stream: No such file or directory
XMLWriter::openUri(): Unable to resolve file path
bool(false)
bool(false)
ValueError: XMLWriter::toUri(): Argument #1 ($uri) must resolve to a valid file path
DOMDocument::save(FOLDER/): Failed to open stream: Is a directory
XMLWriter::openUri(FOLDER): Failed to open stream: Is a directory
XMLWriter::openUri(): xmlNewTextWriterFilename : cannot open uri
bool(false)
bool(false)
XMLWriter::toUri(FOLDER): Failed to open stream: Is a directory
XMLWriter::toUri(): xmlNewTextWriterFilename : cannot open uri
Error: Could not construct libxml writer
DOMDocument::save(/): Failed to open stream: Is a directory
DOMDocument::save(/): Failed to open stream: Is a directory
XMLWriter::openUri(): Unable to resolve file path
bool(false)
bool(false)
ValueError: XMLWriter::toUri(): Argument #1 ($uri) must resolve to a valid file path
DOMDocument::save(/): Failed to open stream: Is a directory
DOMDocument::save(/): Failed to open stream: Is a directory
XMLWriter::openUri(): Unable to resolve file path
bool(false)
bool(false)
ValueError: XMLWriter::toUri(): Argument #1 ($uri) must resolve to a valid file path
DOMDocument::save(): URI must not contain percent-encoded NUL bytes
XMLWriter::openUri(): URI must not contain percent-encoded NUL bytes
XMLWriter::openUri(): xmlNewTextWriterFilename : cannot open uri
bool(false)
bool(false)
XMLWriter::toUri(): URI must not contain percent-encoded NUL bytes
XMLWriter::toUri(): xmlNewTextWriterFilename : cannot open uri
Error: Could not construct libxml writer
open sink://refused
XMLWriter::openUri(sink://refused): Failed to open stream: "Sink::stream_open" call failed
open sink://refused
XMLWriter::openUri(sink://refused): Failed to open stream: "Sink::stream_open" call failed
3 1516 xmlNewTextWriterFilename : cannot open uri
