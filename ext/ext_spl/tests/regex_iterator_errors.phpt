--TEST--
RegexIterator: messages name its methods, preg_last_error() tells of what is fetched
--FILE--
<?php
function tried(Closure $work): void {
    try {
        $work();
    } catch (Throwable $error) {
        echo get_class($error), ': ', $error->getMessage(), "\n";
    }
    echo preg_last_error_msg(), "\n";
}
function last_error(string $text): void {
    preg_match('/./u', $text);
}

foreach (['/(/', 'abc', '/a/'] as $pattern) {
    echo "-- $pattern\n";
    last_error("\xff");
    tried(fn() => new RegexIterator(new ArrayIterator(['a']), $pattern));
}
foreach ([RegexIterator::MATCH, RegexIterator::GET_MATCH, RegexIterator::ALL_MATCHES, RegexIterator::SPLIT, RegexIterator::REPLACE] as $mode) {
    foreach ([0, 3] as $flags) {
        foreach (['fine' => 'ab', 'no text' => "\xff"] as $what => $value) {
            if ($what == 'no text' && ($mode == RegexIterator::GET_MATCH || $mode == RegexIterator::ALL_MATCHES)) {
                continue;
            }
            echo "-- mode $mode, flags $flags, $what\n";
            last_error($what == 'fine' ? "\xff" : '');
            tried(function () use ($mode, $flags, $value) {
                foreach (new RegexIterator(new ArrayIterator([7, $value]), '/[ac]/u', $mode, 0, $flags) as $found) {
                    echo json_encode($found), "\n";
                }
            });
        }
    }
}
--EXPECT--
-- /(/
InvalidArgumentException: RegexIterator::__construct(): Compilation failed: missing closing parenthesis at offset 1
Internal error
-- abc
InvalidArgumentException: RegexIterator::__construct(): Delimiter must not be alphanumeric, backslash, or NUL byte
Internal error
-- /a/
Malformed UTF-8 characters, possibly incorrectly encoded
-- mode 0, flags 0, fine
"ab"
Malformed UTF-8 characters, possibly incorrectly encoded
-- mode 0, flags 0, no text
No error
-- mode 0, flags 3, fine
"ab"
Malformed UTF-8 characters, possibly incorrectly encoded
-- mode 0, flags 3, no text
No error
-- mode 1, flags 0, fine
["a"]
No error
-- mode 1, flags 3, fine
ValueError: RegexIterator::accept(): Argument #4 must be a PREG_* constant
Malformed UTF-8 characters, possibly incorrectly encoded
-- mode 2, flags 0, fine
[["a"]]
No error
-- mode 2, flags 3, fine
ValueError: RegexIterator::accept(): Argument #4 must be a PREG_* constant
Malformed UTF-8 characters, possibly incorrectly encoded
-- mode 3, flags 0, fine
["","b"]
No error
-- mode 3, flags 0, no text
Malformed UTF-8 characters, possibly incorrectly encoded
-- mode 3, flags 3, fine
No error
-- mode 3, flags 3, no text
Malformed UTF-8 characters, possibly incorrectly encoded
-- mode 4, flags 0, fine
"b"
No error
-- mode 4, flags 0, no text
Malformed UTF-8 characters, possibly incorrectly encoded
-- mode 4, flags 3, fine
"b"
No error
-- mode 4, flags 3, no text
Malformed UTF-8 characters, possibly incorrectly encoded
