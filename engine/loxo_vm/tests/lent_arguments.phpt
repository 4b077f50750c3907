--TEST--
Builtins get variables and constants as arguments without copies of their own
--FILE--
<?php
set_error_handler(function (int $level, string $text) {
    $inner = debug_backtrace()[1];
    $seen = in_array($inner['function'], ['trim', 'str_pad'], true) ? " from $inner[function](" . json_encode($inner['args']) . ")" : "";
    echo "  [$text]$seen\n";
    return true;
});

class Text {
    function __construct(public string $text) {}
    function __toString(): string { return $this->text; }
    function __destruct() { echo "  gone: ", $this->text, "\n"; }
    function own(): string { return get_class($this) . method_exists($this, 'own'); }
}

function coerced(mixed $value) {
    echo trim($value), "|", strlen(str_repeat($value, 2)), "|", str_pad($value, 5, "-"), "\n";
    return $value;
}
foreach (["s" . PHP_VERSION_ID % 1, 12, 1.5, true, null] as $value) {
    var_dump(coerced($value));
}
var_dump((string) coerced(new Text("object" . PHP_VERSION_ID % 1)));

function refused(mixed $value, array $list) {
    foreach (['trim', 'count'] as $which) {
        try {
            echo $which === 'trim' ? trim($value, " ") : implode($list, $value), "\n";
        } catch (TypeError $e) {
            echo $e->getMessage(), " ", count($e->getTrace()[0]['args'] ?? []), "\n";
        }
    }
    return [$value, $list];
}
echo json_encode(refused([str_repeat("a", 2)], [str_repeat("b", 2)])), "\n";

function undefined() {
    var_dump(str_contains($nothing, "a"), str_contains("a", $nothing), in_array($nothing, $nobody ?? [], true));
}
undefined();

function changed_by_callback() {
    $list = [str_repeat("x", 2), str_repeat("y", 2)];
    $change = function () use (&$list) { $list = null; return 1; };
    var_dump(array_map($change, $list), $list);
    $text = str_repeat("z", 3);
    $f = fn ($x) => $x . $text;
    $list = [1, 2];
    return array_map($f, $list);
}
echo json_encode(changed_by_callback()), "\n";

function by_name() {
    $text = str_repeat("q", 3);
    $name = 'text';
    echo str_replace("q", "w", $text), str_replace("q", $$name, $text), "\n";
}
by_name();

function last_owner(Text $object) {
    $list = [$object];
    $same = array_values($list);
    $list = null;
    return count($same) . spl_object_id($object) > 0;
}
var_dump(last_owner(new Text("last")));
echo (new Text("this"))->own(), "\n";

function mixed_with_temporaries(string $a, string $b) {
    return str_replace(strtoupper($a), $b, "X" . $a) . substr($a . $b, 0, strlen($a)) . substr($b, 0, -1) . max($a, $b) . sprintf("%s-%s", $a, $b);
}
echo mixed_with_temporaries("ab" . PHP_VERSION_ID % 1, "cd" . PHP_VERSION_ID % 1), "\n";

function branches(bool $which, string $text) {
    return str_replace($which ? "a" : "b", "-", $text) . trim($which ? " x " : $text, $which ? " " : "b");
}
echo branches(true, "abab"), branches(false, "abab"), "\n";

function in_generator(array $list) {
    foreach ($list as $item) {
        yield ucfirst($item);
        yield in_array($item, $list, true);
    }
}
echo json_encode(iterator_to_array(in_generator(["a", "b"]), false)), "\n";

function loops() {
    $text = str_repeat("ab", 3);
    $array = [$text, $text];
    for ($i = 0, $n = 0; $i < 300; $i++) {
        $n += strpos($text, "b") + (in_array($text, $array) ? 1 : 0) + strlen(implode($text, $array)) + abs($i);
    }
    return [$n, $text, $array];
}
echo json_encode(loops()), "\n";

function throws_inside(string $text) {
    set_error_handler(function ($level, $message) use (&$text) { $text = null; throw new Exception($message); });
    $other = null;
    $keep = str_repeat("k", 3);
    try {
        str_contains($keep, $other);
    } catch (Exception $e) {
        echo get_class($e), ": ", $e->getMessage(), "\n";
    }
    restore_error_handler();
    return $keep;
}
var_dump(throws_inside("t"));
echo "end\n";
--EXPECT--
s0|4|s0---
string(2) "s0"
12|4|12---
int(12)
1.5|6|1.5--
float(1.5)
1|2|1----
bool(true)
  [trim(): Passing null to parameter #1 ($string) of type string is deprecated] from trim([null])
|  [str_repeat(): Passing null to parameter #1 ($string) of type string is deprecated]
0|  [str_pad(): Passing null to parameter #1 ($string) of type string is deprecated] from str_pad([null,5,"-"])
-----
NULL
object0|14|object0
  gone: object0
string(7) "object0"
trim(): Argument #1 ($string) must be of type string, array given 2
implode(): Argument #1 ($separator) must be of type string, array given 2
[["aa"],["bb"]]
  [Undefined variable $nothing]
  [str_contains(): Passing null to parameter #1 ($haystack) of type string is deprecated]
  [Undefined variable $nothing]
  [str_contains(): Passing null to parameter #2 ($needle) of type string is deprecated]
  [Undefined variable $nothing]
bool(false)
bool(true)
bool(false)
array(2) {
  [0]=>
  int(1)
  [1]=>
  int(1)
}
NULL
["1zzz","2zzz"]
wwwqqqqqqqqq
  gone: last
bool(true)
  gone: this
Text1
Xab0ab0cdcd0ab0-cd0
-b-bxa-a-aba
["A",true,"B",true]
[50850,"ababab",["ababab","ababab"]]
Exception: str_contains(): Passing null to parameter #2 ($needle) of type string is deprecated
string(3) "kkk"
end
