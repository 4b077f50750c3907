--TEST--
Comparisons of strings that give values and that jump: words, numbers, temporaries
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
function values(string $a, string $b): string {
    return ($a < $b ? 't' : 'f') . ($a <= $b ? 't' : 'f') . ($a > $b ? 't' : 'f') . ($a == $b ? 't' : 'f') . ($a != $b ? 't' : 'f') . ($a <=> $b);
}
function kept(string $a, string $b): array { return [$a < $b, $a <= $b, $a == $b, $a != $b, $a <=> $b]; }
function jumps(string $a, string $b): int {
    $n = 0;
    if ($a < $b) { $n |= 1; }
    if ($a <= $b) { $n |= 2; }
    if (!($a < $b)) { $n |= 4; }
    if (!($a <= $b)) { $n |= 8; }
    while ($a > $b) { $n |= 16; break; }
    return $n;
}
function made(string $a, string $b): array { return ["x$a" < "x$b", "x$a" <=> "x$b", "1$a" == "1$b", $a . $a <= $b . $b]; }
function undefined(bool $set): array {
    if ($set) { $text = 'a'; }
    return [@$text < 'b', 'b' < @$text, @$text <=> 'a', @$text == ''];
}
$texts = ['', '0', '1', '01', '1.0', '10', '1e1', ' 1', '1 ', '+1', '-1', '.5', 'a', 'b', 'abc', 'abcdefgh', 'abcdefgi', 'abcdefghi', "abcdefgh\0", "\0", "\xff", 'é',
    '9223372036854775807', '9223372036854775808', '1e1000', '-1e1000', 'INF', '12345678901234567890', '12345678901234567891'];
foreach ($texts as $a) {
    $line = [];
    foreach ($texts as $b) {
        $line[] = values($a, $b) . jumps($a, $b) . json_encode(kept($a, $b)) . json_encode(made($a, $b));
    }
    echo md5(implode(',', $line)), "\n";
}
echo json_encode([undefined(true), undefined(false)]), "\n";
usort($texts, fn($a, $b) => $a <=> $b);
echo bin2hex(implode(',', $texts)), "\n";
--EXPECT--
3787a874c7605f26033bc44a8cab01f9
a21de276ec2d2db10c5ee3c3e0f404b1
9599bdf33dde8a62910792f4bcdd4090
4b806ba6544987e940a58ebab27ff2fe
0cd1bd69782e97721233fd5e0aa47e6d
628ead22a2a9a0347ca90e9accb07c75
398c535f30890d8b91662a6d5a2352ea
357da7771b759bba06f792894bec03c4
ac03de29269c82386f84c35c5b3a0b1e
d3a1c61e707ac58a8740e158738779af
63fc74f3c2108eaa564e24e7b49709cc
42ffe3a9e601cbe8c9e2f7b5f386a3d3
5b8531d11eebff9b71ede737f14a384f
d970aadab1736a7d30c767032b261d26
082f46f34dec46d10a7c375abb43afb5
61179d7514037bdd1a3d2cd37765bbf6
a00e14b4e9ff1ca8aa852c5f692fcc30
6ff6b793fd7ebaacef6cf01332429443
6a753f3fcb59614117e9db7df374711e
9813cb70540f1b116c95e00061e32f9b
5249d46e217f6637b6ec3613ecc55037
20be3831bb97b2918acd9eabeaedcf18
686b29e6b081073816beeac72910ae50
3fcdc84c8890a986cc7875b1956e7847
e45d9e612c1e38481b410029140c7202
b643a53135285d3bb7ad2f9727ea9b7e
92cfe05391c97f3597b84ab0e3a2010a
fe594b4895ddccbb88dcdfcc3603d6aa
278f7cda4ad50ab6a653cf1065b4c69a
[[true,false,0,false],[true,false,-1,true]]
2c002c2d3165313030302c2d312c302c2e352c312c30312c312e302c20312c31202c2b312c31302c3165312c393232333337323033363835343737353830372c393232333337323033363835343737353830382c31323334353637383930313233343536373839302c31323334353637383930313233343536373839312c3165313030302c494e462c612c6162632c61626364656667682c6162636465666768002c6162636465666768692c61626364656667692c622cc3a92cff
