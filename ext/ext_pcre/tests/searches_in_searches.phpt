--TEST--
Patterns of any length, replacements with and without references, searches within callbacks
--FILE--
<?php
$long = '/(?:' . implode('|', array_map(fn($n) => "word$n", range(1, 60))) . ')/';
$other = substr_replace($long, 'W', strpos($long, 'word30'), 1);
for ($i = 0; $i < 3; $i++) {
    echo preg_match($long . '', "a word30 b"), preg_match($other . '', "a word30 b"), preg_match($other . '', "a Word30 b"), "\n";
}
echo preg_replace('/b/', 'X', 'abcb'), preg_replace('/(b)/', '[$1\1${1}]', 'abcb'), preg_replace('/b/', 'a\\\\$', 'abcb'), preg_replace('/x*/', '-', 'abc'), "\n";
var_dump(preg_filter('/b/', 'X', 'aaa'), preg_replace('/b/', 'X', 'aaa', -1, $count), $count);
echo preg_replace_callback('/\w+/', fn($m) => preg_replace_callback('/./', fn($c) => preg_match('/[aeiou]/', $c[0]) ? strtoupper($c[0]) : $c[0], $m[0]), 'some words here'), "\n";
print_r(preg_split('//u', 'añb', -1, PREG_SPLIT_NO_EMPTY));
echo preg_match_all('/a(?=(b)?)/', 'ab a abab', $m), json_encode($m), "\n";
echo implode(',', preg_grep('/^$|b/', ['', 'a', 'b', 'ab'])), "\n";
--EXPECT--
111
111
111
aXcXa[bbb]c[bbb]aa\$ca\$-a-b-c-
NULL
string(3) "aaa"
int(0)
sOmE wOrds hErE
Array
(
    [0] => a
    [1] => ñ
    [2] => b
)
4[["a","a","a","a"],["b","","b","b"]]
,b,ab
