<?php
return static function (int $n): mixed {
    $list = [];
    for ($i = 0, $x = 12345; $i < $n; $i++) {
        $list[] = $x = ($x * 1103515245 + 12345) & 0x7fffffff;
    }
    sort($list);
    return $list;
};
