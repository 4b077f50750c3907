<?php
return static function (int $n): mixed {
    for ($i = 0; $i < $n; $i++) {
        $a = new stdClass();
        $b = new stdClass();
        $a->other = $b;
        $b->other = $a;
    }
    return $b;
};
