--TEST--
The depth of values within Serializable objects counts from the outermost
--FILE--
<?php
class Outer implements Serializable
{
    public static array $options = [];
    public function serialize() { return ''; }
    public function unserialize($text) { unserialize($text, self::$options); }
    public function __serialize(): array { return []; }
    public function __unserialize(array $data): void {}
}
class Inner
{
}
function nested(int $depth): string
{
    return str_repeat('a:1:{i:0;', $depth) . 'i:0;' . str_repeat('}', $depth);
}
$text = nested(10);
$whole = sprintf('a:1:{i:0;C:5:"Outer":%d:{%s}}', strlen($text), $text);
$tell = function (int $level, string $message) { echo $message, "\n"; return true; };
set_error_handler($tell);
foreach ([20, 12, 11, 10, 9] as $limit) {
    echo "$limit: ";
    unserialize($whole, ['max_depth' => $limit]);
    echo "done\n";
}
Outer::$options = ['max_depth' => 10];
unserialize($whole, ['max_depth' => 5]);
Outer::$options = ['max_depth' => 9];
unserialize($whole, ['max_depth' => 50]);
--EXPECTF--
20: done
12: done
11: done
10: unserialize(): Maximum depth of 10 exceeded. The depth limit can be changed using the max_depth unserialize() option or the unserialize_max_depth ini setting
unserialize(): Error at offset 86 of 104 bytes
done
9: unserialize(): Maximum depth of 9 exceeded. The depth limit can be changed using the max_depth unserialize() option or the unserialize_max_depth ini setting
unserialize(): Error at offset 77 of 104 bytes
done
unserialize(): Maximum depth of 9 exceeded. The depth limit can be changed using the max_depth unserialize() option or the unserialize_max_depth ini setting
unserialize(): Error at offset 86 of 104 bytes
