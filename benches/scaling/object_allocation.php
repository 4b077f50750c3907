<?php
return static function (int $n): mixed {
    $list = [];
    for ($i = 0; $i < $n; $i++) {
        $object = new stdClass();
        $object->value = $i;
        $list[] = $object;
    }
    return $list;
};
