--TEST--
MessagePackUnpacker: values whose bytes come in pieces
--EXTENSIONS--
msgpack
--FILE--
<?php
class Point
{
    public $x;
    public $y;
}
$data = msgpack_pack([1, 'two', ['three' => 3.5]]) . msgpack_pack('next') . msgpack_pack(7);
foreach ([1, 2, 5, 50] as $size) {
    $unpacker = new MessagePackUnpacker;
    foreach (str_split($data, $size) as $piece) {
        $unpacker->feed($piece);
        while ($unpacker->execute()) {
            echo json_encode($unpacker->data()), ' ';
        }
    }
    echo "\n";
}
echo "Data by the way\n";
$unpacker = new MessagePackUnpacker;
for ($offset = 0; $offset < strlen($data) && $unpacker->execute($data, $offset);) {
    var_dump($offset);
    echo json_encode($unpacker->data()), "\n";
}
$unpacker = new MessagePackUnpacker;
var_dump($unpacker->execute("\x92\x01"), $unpacker->data(), $unpacker->execute("\x02"), $unpacker->data(), $unpacker->data());
echo "Not looked at in between\n";
$unpacker = new MessagePackUnpacker;
$unpacker->feed("\x01\x02\x92\x03");
var_dump($unpacker->execute(), $unpacker->execute(), $unpacker->execute(), $unpacker->data());
echo "Bad data stays\n";
$unpacker->reset();
$unpacker->feed("\x05\xc1\x06");
var_dump($unpacker->execute(), $unpacker->data(), $unpacker->execute(), $unpacker->execute(), $unpacker->data());
echo "Templates\n";
$unpacker = new MessagePackUnpacker;
$unpacker->feed("\x92\x01\x02\x92\x03\x04");
var_dump($unpacker->execute(), $unpacker->data(new Point), $unpacker->execute(), $unpacker->data('Point'));
echo "Options\n";
$packer = new MessagePack(false);
echo bin2hex($packer->pack(new Point)), "\n";
var_dump($packer->unpack("\x92\x05\x06", 'Point'));
var_dump($packer->setOption(MessagePack::OPT_PHPONLY, true), $packer->setOption(MESSAGEPACK_OPT_ASSOC, false), $packer->setOption(5, 1));
echo bin2hex($packer->pack([new Point, (object) ['a' => 1]])), "\n";
$unpacker = $packer->unpacker();
$unpacker->feed("\x82\xc0\xa5Point\xa1x\x01\x81\xa1a\x01");
var_dump($unpacker->execute(), $unpacker->data(), $unpacker->setOption(MESSAGEPACK_OPT_ASSOC, false), $unpacker->execute(), $unpacker->data());
var_dump($unpacker->setOption(5, 1));
try {
    clone $unpacker;
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
--EXPECTF--
[1,"two",{"three":3.5}] "next" 7 
[1,"two",{"three":3.5}] "next" 7 
[1,"two",{"three":3.5}] "next" 7 
[1,"two",{"three":3.5}] "next" 7 
Data by the way
int(22)
[1,"two",{"three":3.5}]
int(27)
"next"
int(28)
7
bool(false)
bool(false)
bool(true)
array(2) {
  [0]=>
  int(1)
  [1]=>
  int(2)
}
bool(false)
Not looked at in between
bool(true)
bool(true)
bool(false)
array(1) {
  [0]=>
  int(3)
}
Bad data stays
bool(true)
int(5)
bool(false)
bool(false)
bool(false)
Templates
bool(true)
object(Point)#3 (2) {
  ["x"]=>
  int(1)
  ["y"]=>
  int(2)
}
bool(true)
object(Point)#1 (2) {
  ["x"]=>
  int(3)
  ["y"]=>
  int(4)
}
Options
92c0c0
object(Point)#3 (2) {
  ["x"]=>
  int(5)
  ["y"]=>
  int(6)
}

Warning: [msgpack] (MessagePack::setOption) error setting msgpack option in %s on line 42
bool(true)
bool(true)
bool(false)
9283c0a5506f696e74a178c0a179c081a16101
bool(true)
object(Point)#2 (2) {
  ["x"]=>
  int(1)
  ["y"]=>
  NULL
}
bool(true)
bool(true)
object(stdClass)#3 (1) {
  ["a"]=>
  int(1)
}

Warning: [msgpack] (MessagePackUnpacker::setOption) error setting msgpack option in %s on line 47
bool(false)
Trying to clone an uncloneable object of class MessagePackUnpacker
