--TEST--
=== and !== of elements that were fetched: strings of other arrays, the last of their count, and what is no string
--FILE--
<?php
class D { public function __construct(public string $n) {} public function __destruct() { echo "end $this->n\n"; } }
function text(int $i): string { return 'line ' . $i % 3; }
function obj(string $n): D { return new D($n); }
function many(array $a, array $b): string {
    $r = '';
    foreach ($a as $i => $_) { if ($a[$i] === $b[$i]) $r .= 'y'; else $r .= 'n'; if ($a[$i] !== $b[$i]) $r .= '-'; }
    return $r;
}
$x = 'ref'; $s = 'a' . strlen($x);
$a = [$s, 'b', text(1), [1], null, 5, 1.5, '5', &$x, ['k' => text(2)], ''];
$b = ['a3', 'c', text(4), [1], '', '5', 1.5, '5', 'ref', ['k' => text(5)], ''];
for ($k = 0; $k < 3; $k++) echo many($a, $b), "\n";
for ($i = 0; $i < 4; $i++) {
    if (text($i) === text($i + 3)) echo "same "; else echo "other ";
    if (text($i) !== text($i + 1)) echo "other\n"; else echo "same\n";
    if (text($i) === [text($i)]) echo "never\n";
    if ([text($i)] !== [text($i + 3)]) echo "never\n";
}
if (obj('1') === text(1)) echo "never\n"; else echo "after 1\n";
if (obj('2') !== obj('3')) echo "after 2 and 3\n";
if (@$a[99] === text(1)) echo "never\n";
echo $a[0], $b[0], "\n";
--EXPECT--
yn-yyn-n-yyyyy
yn-yyn-n-yyyyy
yn-yyn-n-yyyyy
same other
same other
same other
same other
end 1
after 1
end 2
end 3
after 2 and 3
a3a3
