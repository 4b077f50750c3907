--TEST--
Short strings are compared in place
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
// Loops and functions run often enough to be compiled; what they say of each pair is summed up.
function pair($a, $b)
{
    $said = ($a === $b ? 'I' : '-') . ($a == $b ? 'E' : '-');
    if ($a !== $b) {
        $said .= 'i';
    }
    if ($a != $b) {
        $said .= 'e';
    }
    return $said;
}

function at(string $a, string $b, int $i, int $j)
{
    $said = '';
    if ($a[$i] === $b[$j]) {
        $said .= 'S';
    }
    if ($a[$i] == $b[$j]) {
        $said .= 's';
    }
    if ($a[$i] !== $b[$j]) {
        $said .= 'd';
    }
    return $said;
}

function constant_of(string $a)
{
    return match (true) {
        $a === '' => 0, $a === 'a' => 1, $a === 'ab' => 2, $a === 'abc' => 3, $a === 'abcde' => 5, $a === 'abcdefg' => 7,
        $a === 'abcdefghi' => 9, $a === "\xff\xfe\xfd" => 'bytes', $a === 'abcdefghijklmnop' => 16, $a === 'abcdefghijklmnopq' => 17,
        default => '?',
    };
}

$text = 'xa';
$texts = ['', '0', '1', 'a', 'A', ' ', '00', '0.0', '1 ', 'ab', $text[1], substr($text, 1), null, 0, 1, 1.0, true, NAN, []];
for ($round = 0; $round < 60; $round++) {
    $all = '';
    foreach ($texts as $a) {
        foreach ($texts as $b) {
            $all .= pair($a, $b) . ' ';
        }
        $all .= "\n";
    }
    $bytes = '';
    for ($i = 0; $i < 9; $i++) {
        $bytes .= at('a1bb', '1ab', $i % 4, $i % 3) . ' ';
    }
}
echo $all, $bytes, "\n";
foreach (['', 'a', 'b', 'ab', 'bb', 'abc', 'abd', 'xbc', 'abcde', 'abcdf', 'abcdefg', 'abcxefg', 'abcdefghi', 'abcdefgxi', "\xff\xfe\xfd", "\xff\xfe\xfc",
    'abcdefghijklmnop', 'abcdefghijklmnoq', 'abcdefghijklmnopq'] as $text) {
    for ($i = 0; $i < 200; $i++) {
        $is = constant_of($text . '');
    }
    echo $is, ' ';
}
echo "\n";
--EXPECT--
IE --ie --ie --ie --ie --ie --ie --ie --ie --ie --ie --ie -Ei --ie --ie --ie --ie --ie --ie 
--ie IE --ie --ie --ie --ie -Ei -Ei --ie --ie --ie --ie --ie -Ei --ie --ie --ie --ie --ie 
--ie --ie IE --ie --ie --ie --ie --ie -Ei --ie --ie --ie --ie --ie -Ei -Ei -Ei --ie --ie 
--ie --ie --ie IE --ie --ie --ie --ie --ie --ie IE IE --ie --ie --ie --ie -Ei --ie --ie 
--ie --ie --ie --ie IE --ie --ie --ie --ie --ie --ie --ie --ie --ie --ie --ie -Ei --ie --ie 
--ie --ie --ie --ie --ie IE --ie --ie --ie --ie --ie --ie --ie --ie --ie --ie -Ei --ie --ie 
--ie -Ei --ie --ie --ie --ie IE -Ei --ie --ie --ie --ie --ie -Ei --ie --ie -Ei --ie --ie 
--ie -Ei --ie --ie --ie --ie -Ei IE --ie --ie --ie --ie --ie -Ei --ie --ie -Ei --ie --ie 
--ie --ie -Ei --ie --ie --ie --ie --ie IE --ie --ie --ie --ie --ie -Ei -Ei -Ei --ie --ie 
--ie --ie --ie --ie --ie --ie --ie --ie --ie IE --ie --ie --ie --ie --ie --ie -Ei --ie --ie 
--ie --ie --ie IE --ie --ie --ie --ie --ie --ie IE IE --ie --ie --ie --ie -Ei --ie --ie 
--ie --ie --ie IE --ie --ie --ie --ie --ie --ie IE IE --ie --ie --ie --ie -Ei --ie --ie 
-Ei --ie --ie --ie --ie --ie --ie --ie --ie --ie --ie --ie IE -Ei --ie --ie --ie --ie -Ei 
--ie -Ei --ie --ie --ie --ie -Ei -Ei --ie --ie --ie --ie -Ei IE --ie --ie --ie --ie --ie 
--ie --ie -Ei --ie --ie --ie --ie --ie -Ei --ie --ie --ie --ie --ie IE -Ei -Ei --ie --ie 
--ie --ie -Ei --ie --ie --ie --ie --ie -Ei --ie --ie --ie --ie --ie -Ei IE -Ei --ie --ie 
--ie --ie -Ei -Ei -Ei -Ei -Ei -Ei -Ei -Ei -Ei -Ei --ie --ie -Ei -Ei IE -Ei --ie 
--ie --ie --ie --ie --ie --ie --ie --ie --ie --ie --ie --ie --ie --ie --ie --ie -Ei --ie --ie 
--ie --ie --ie --ie --ie --ie --ie --ie --ie --ie --ie --ie -Ei --ie --ie --ie --ie --ie IE 
d d Ss d Ss d d d d 
0 1 ? 2 ? 3 ? ? 5 ? 7 ? 9 ? bytes ? 16 ? 17 
