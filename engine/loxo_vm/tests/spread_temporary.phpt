--TEST--
A temporary array that is spread into a call may lie where the arguments go
--FILE--
<?php
function one($p) { return strlen($p); }
function three($a, $b, $c = null, ...$rest) { return "$a $b $c"; }
function fails($p) { throw new Exception($p); }
function by_reference(&$x) { $x .= '!'; }

function strings(int $count): array {
    $out = [];
    for ($i = 0; $i < $count; $i++) {
        $out[] = 'some text ' . str_repeat((string) $i, 3);
    }
    return $out;
}

for ($round = 0; $round < 3; $round++) {
    foreach ([1 => 'one', 2 => 'three', 3 => 'three'] as $count => $function) {
        $data = strings($count);
        $function(...array_values($data));
        echo $function(...array_merge($data, [])), ' ', (new ReflectionFunction($function))->invoke(...array_values($data)), "\n";
        try {
            fails(...array_slice($data, 0, 1));
        } catch (Exception $e) {
            echo $e->getMessage(), "\n";
        }
        unset($e);
        $other = [];
        for ($i = 0; $i < 20; $i++) {
            $other[] = str_repeat('z', $i);
        }
        echo implode('|', $data), "\n";
    }
}
$text = 'text';
$list = [&$text];
by_reference(...$list);
by_reference(...array_values($list));
echo $text, "\n";
?>
--EXPECT--
13 13
some text 000
some text 000
some text 000 some text 111  some text 000 some text 111 
some text 000
some text 000|some text 111
some text 000 some text 111 some text 222 some text 000 some text 111 some text 222
some text 000
some text 000|some text 111|some text 222
13 13
some text 000
some text 000
some text 000 some text 111  some text 000 some text 111 
some text 000
some text 000|some text 111
some text 000 some text 111 some text 222 some text 000 some text 111 some text 222
some text 000
some text 000|some text 111|some text 222
13 13
some text 000
some text 000
some text 000 some text 111  some text 000 some text 111 
some text 000
some text 000|some text 111
some text 000 some text 111 some text 222 some text 000 some text 111 some text 222
some text 000
some text 000|some text 111|some text 222
text!!
