<?php
// A million integers under string keys.
$make = static function (): array {
    $map = [];
    for ($i = 0; $i < 1_000_000; $i++) {
        $map["key$i"] = $i;
    }
    return $map;
};
