--TEST--
strtolower() of the same string again and again, which is changed meanwhile
--FILE--
<?php
$name = str_repeat('Ab', 10);
for ($i = 0; $i < 4; $i++) {
    $lower = strtolower($name);
    echo $lower, "\n";
    $lower[0] = 'X';
}
$name[1] = 'C';
echo strtolower($name), ' ', strtolower($name), "\n";
$name .= 'END';
echo strtolower($name), ' ', strtolower($name), ' ', strtolower($name), "\n";
foreach (['One', 'Two', 'Six'] as $part) {
    $made = $part . 'Part';
    echo strtolower($made), ' ', strtolower($made), "\n";
}
?>
--EXPECT--
abababababababababab
abababababababababab
abababababababababab
abababababababababab
acababababababababab acababababababababab
acabababababababababend acabababababababababend acabababababababababend
onepart onepart
twopart twopart
sixpart sixpart
