--TEST--
unserialize(): names of classes that are none
--FILE--
<?php
enum Suit
{
    case Hearts;
}
$texts = ['O:4:"\Foo":0:{}', 'O:9:"\stdClass":0:{}', 'O:1:"\":0:{}', 'O:5:"A\\\\Foo":0:{}', 'O:4:"\Foo":1:{s:1:"a";i:1;}', 'C:4:"\Foo":0:{}',
    'O:3:"a-b":0:{}', 'O:3:"a-b"0:{}', 'O:0:"":0:{}', 'E:6:"Foo:A"', 'E:5:"Foo:A"', 'E:5:"Foo:A";', 'E:0:"";', 'E:5:"F-o:A";', 'E:11:"Suit:Hearts"', 'E:11:"Suit:Hearts";'];
foreach ($texts as $text) {
    set_error_handler(function ($level, $message) {
        echo "$message\n";
        return true;
    });
    $value = unserialize($text);
    echo $text, ' ', is_object($value) ? $value::class : json_encode($value), "\n";
}
?>
--EXPECT--
unserialize(): Error at offset 0 of 15 bytes
O:4:"\Foo":0:{} false
unserialize(): Error at offset 0 of 20 bytes
O:9:"\stdClass":0:{} false
unserialize(): Error at offset 0 of 12 bytes
O:1:"\":0:{} false
unserialize(): Error at offset 10 of 17 bytes
O:5:"A\\Foo":0:{} false
unserialize(): Error at offset 0 of 27 bytes
O:4:"\Foo":1:{s:1:"a";i:1;} false
unserialize(): Error at offset 0 of 15 bytes
C:4:"\Foo":0:{} false
unserialize(): Error at offset 0 of 14 bytes
O:3:"a-b":0:{} false
unserialize(): Error at offset 9 of 13 bytes
O:3:"a-b"0:{} false
unserialize(): Error at offset 2 of 11 bytes
O:0:"":0:{} false
unserialize(): Error at offset 11 of 11 bytes
E:6:"Foo:A" false
unserialize(): Error at offset 11 of 11 bytes
E:5:"Foo:A" false
unserialize(): Class 'Foo' not found
unserialize(): Error at offset 0 of 12 bytes
E:5:"Foo:A"; false
unserialize(): Error at offset 2 of 7 bytes
E:0:""; false
unserialize(): Error at offset 0 of 12 bytes
E:5:"F-o:A"; false
unserialize(): Error at offset 18 of 18 bytes
E:11:"Suit:Hearts" false
E:11:"Suit:Hearts"; Suit
