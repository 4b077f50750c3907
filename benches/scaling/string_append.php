<?php
return static function (int $n): mixed {
    $text = '';
    for ($i = 0; $i < $n; $i++) {
        $text .= 'abc';
    }
    return $text;
};
