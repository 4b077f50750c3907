--TEST--
A call with two names of methods as handlers says once that this is deprecated
--FILE--
<?php
class Reader
{
    public function open($parser, $name)
    {
        echo "<$name>\n";
    }

    public function close($parser, $name)
    {
        echo "</$name>\n";
    }

    public function read()
    {
        $parser = xml_parser_create();
        @xml_set_object($parser, $this);
        xml_set_element_handler($parser, 'open', 'close');
        xml_set_element_handler($parser, 'open', [$this, 'close']);
        xml_parse($parser, '<a/>');
    }
}
(new Reader)->read();
?>
--EXPECTF--

Deprecated: xml_set_element_handler(): Passing non-callable strings is deprecated since 8.4 in %s on line %d

Deprecated: xml_set_element_handler(): Passing non-callable strings is deprecated since 8.4 in %s on line %d
<A>
</A>
