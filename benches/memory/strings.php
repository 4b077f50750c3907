<?php
// A million short strings in a list.
$make = static function (): array {
    $list = [];
    for ($i = 0; $i < 1_000_000; $i++) {
        $list[] = "text $i";
    }
    return $list;
};
