--TEST--
Instructions without a name, the shortest of all too, and numbers of characters with a sign
--FILE--
<?php
foreach (['<a><?>x</a>', '<a><?>x?></a>', '<?>', '<a><??></a>', '<a><? p?></a>', '<a>&#x+41;</a>', '<a>&#+65;</a>', '<a b="&#x+41;"/>', '<a>&#;</a>'] as $text) {
    foreach ([1, 100] as $size) {
        $parser = xml_parser_create();
        foreach (str_split($text, $size) as $piece) {
            if (!xml_parse($parser, $piece)) {
                break;
            }
        }
        xml_parse($parser, '', true);
        echo $text, ' ', xml_error_string(xml_get_error_code($parser)), "\n";
    }
}
?>
--EXPECT--
<a><?>x</a> Processing Instruction not started
<a><?>x</a> Processing Instruction not started
<a><?>x?></a> Processing Instruction not started
<a><?>x?></a> Processing Instruction not started
<?> Invalid document end
<?> Invalid document end
<a><??></a> Processing Instruction not started
<a><??></a> Processing Instruction not started
<a><? p?></a> Processing Instruction not started
<a><? p?></a> Processing Instruction not started
<a>&#x+41;</a> Invalid character
<a>&#x+41;</a> Invalid character
<a>&#+65;</a> Invalid character
<a>&#+65;</a> Invalid character
<a b="&#x+41;"/> Invalid character
<a b="&#x+41;"/> Invalid character
<a>&#;</a> Invalid character
<a>&#;</a> Invalid character
