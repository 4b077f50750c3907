<?php
return static function (int $n): mixed {
    $list = [];
    for ($i = 0; $i < $n; $i++) {
        $list[] = $i;
    }
    return $list;
};
