<?php
// A million objects with two properties.
final class Pair
{
    public function __construct(public int $first, public int $second) {}
}
$make = static function (): array {
    $list = [];
    for ($i = 0; $i < 1_000_000; $i++) {
        $list[] = new Pair($i, -$i);
    }
    return $list;
};
