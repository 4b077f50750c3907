--TEST--
mb_str_pad() looks at its arguments only if there is something to pad
--EXTENSIONS--
mbstring
--FILE--
<?php
function said(callable $call): void {
    try {
        var_dump($call());
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
said(fn() => mb_str_pad('äöü', 2, ''));
said(fn() => mb_str_pad('äöü', 3, 'x', 9));
said(fn() => mb_str_pad('äöü', -1, '', 9));
said(fn() => mb_str_pad('äöü', 4, ''));
said(fn() => mb_str_pad('äöü', 4, 'x', 9));
said(fn() => mb_str_pad('äöü', 6, 'x', STR_PAD_BOTH));
?>
--EXPECT--
string(6) "äöü"
string(6) "äöü"
string(6) "äöü"
ValueError: mb_str_pad(): Argument #3 ($pad_string) must not be empty
ValueError: mb_str_pad(): Argument #4 ($pad_type) must be STR_PAD_LEFT, STR_PAD_RIGHT, or STR_PAD_BOTH
string(9) "xäöüxx"
