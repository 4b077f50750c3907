--TEST--
PHP code that runs in the middle of a nested write leaves that write alone
--FILE--
<?php
class Magic {
    public function &__get($name) { $value = ['k' => 'head ']; return $value; }
}
class Box { public $items = ['k' => 'v']; }
class Text {
    public function __toString(): string {
        $other = new Box;
        for ($i = 0; $i < 20; $i++) {
            $other->items["x$i"][] = str_repeat('z', 50);
        }
        $magic = new Magic;
        $magic->other['k'] = 5;
        return 'tail';
    }
}
$magic = new Magic;
for ($i = 0; $i < 20; $i++) {
    $magic->some['k'] .= new Text;
}
set_error_handler(function ($level, $text) {
    global $box;
    $box = new Box;
    $box->items[] = 1;
    return true;
});
for ($i = 0; $i < 20; $i++) {
    $box = new Box;
    $box->items['missing']['x'] .= new Text;
    $box = new Box;
    $box->items['missing']++;
}
var_dump(count($box->items));
--EXPECT--
int(2)
