--TEST--
XMLWriter::openUri() opens streams with the context of libxml_set_streams_context()
--FILE--
<?php
class Sink {
    public $context;
    function stream_open($path, $mode, $options, &$opened) {
        echo $mode, ' ', stream_context_get_options($this->context)['sink']['note'], "\n";
        return true;
    }
    function stream_write($text) { echo '<<', $text, ">>\n"; return strlen($text); }
    function stream_eof() { return true; }
}
stream_wrapper_register('sink', 'Sink');
libxml_set_streams_context(stream_context_create(['sink' => ['note' => 'given']]));
$writer = new XMLWriter;
var_dump($writer->openUri('sink://here'));
$writer->writeElement('a', 'b');
$writer->flush();
?>
--EXPECT--
wb given
bool(true)
<<<a>b</a>>>
