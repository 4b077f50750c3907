<?php
return static function (int $n): mixed {
    $map = [];
    for ($i = 0; $i < $n; $i++) {
        $map["key$i"] = $i;
    }
    return $map;
};
