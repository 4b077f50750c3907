<?php
return static function (int $n): mixed {
    preg_match_all('/\w+/', str_repeat('ab, ', $n), $found);
    return $found;
};
