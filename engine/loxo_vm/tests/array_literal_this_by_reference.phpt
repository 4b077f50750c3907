--TEST--
$this with & in an array literal is a reference, which call_user_func_array() passes on
--FILE--
<?php
class Sender
{
    public static function take(&$object, $number)
    {
        echo get_class($object), " $number\n";
        $object = null;
    }

    public function send()
    {
        call_user_func_array(['Sender', 'take'], array(&$this, 1));
        call_user_func_array(['Sender', 'take'], ['number' => 2, 'object' => &$this]);
        $list = [&$this];
        $copy = $list;
        $copy[0] = 'new';
        var_dump($list[0], isset($this));
    }
}
(new Sender)->send();
?>
--EXPECT--
Sender 1
Sender 2
object(Sender)#1 (0) {
}
bool(true)
