--TEST--
References to typed properties leave nothing behind
--SKIPIF--
<?php if (!is_readable('/proc/self/status')) die('skip no /proc') ?>
--FILE--
<?php
class Typed {
    private array $list = [2, 1];
    public ?string $text = 'x';
    function sorted() { sort($this->list); }
    function extracted() { extract($this->list, EXTR_SKIP); }
    function bound() { $reference = &$this->text; $reference = 'y'; }
}
function resident(): int {
    preg_match('/VmRSS:\s+(\d+)/', file_get_contents('/proc/self/status'), $match);
    return (int) $match[1];
}
function rounds(int $count) {
    for ($i = 0; $i < $count; $i++) {
        $object = new Typed;
        $object->sorted();
        $object->extracted();
        $object->bound();
    }
}
rounds(1000);
// It was 100 kilobytes for a thousand rounds. What is compiled meanwhile takes memory once.
$grown = [];
for ($stretch = 0; $stretch < 3; $stretch++) {
    $before = resident();
    rounds(200000);
    $grown[] = resident() - $before;
}
var_dump(min($grown) < 8000);
--EXPECT--
bool(true)
