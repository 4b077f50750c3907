--TEST--
Strings that are made at run time, compared with constants, and the truth of arrays, in compiled functions
--ENV--
LOXO_JIT=functions
LOXO_STRESS=jit
--FILE--
<?php
function which($text)
{
    if ($text === 'one') { return 1; }
    if ($text === "\0two") { return 2; }
    if ($text !== '') { return $text === 'other' ? 3 : 4; }
    return 0;
}
function truths($value) { return ($value ? 'yes' : 'no') . (!$value ? ' no' : ' yes') . (empty($value) ? ' empty' : ''); }
foreach (['o', "\0t", 'othe', 'ONE', 'on', ''] as $begin) {
    foreach (['ne', 'wo', 'r', '', 'e'] as $end) {
        echo which($begin . $end);
    }
}
echo ' ', which('one'), which(''), which(null), which(1), "\n";
foreach ([[], [0], ['a' => null], '0', '00', 'a', '', 0, 7, 0.0, null, true] as $value) {
    echo truths($value), ', ';
}
$list = [1];
echo truths($list), ', ';
unset($list[0]);
echo truths($list), "\n";
--EXPECT--
144444244444344444444444144404 1044
no no empty, yes yes, yes yes, no no empty, yes yes, yes yes, no no empty, no no empty, yes yes, no no empty, no no empty, yes yes, yes yes, no no empty
