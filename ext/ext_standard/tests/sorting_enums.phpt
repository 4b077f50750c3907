--TEST--
array_unique() and sort() with cases of enums
--FILE--
<?php
enum Suit: string
{
    case Hearts = 'h';
    case Spades = 's';
    case Clubs = 'c';
}
enum Plain
{
    case One;
    case Two;
}

$cases = [Suit::Clubs, Suit::Hearts, Suit::Clubs, Suit::Spades, Suit::Hearts, Suit::Clubs];
var_dump(array_keys(array_unique($cases, SORT_REGULAR)));
$mixed = [Plain::Two, 5, 'x', Suit::Clubs, Plain::One, null, Plain::Two, 5, Suit::Clubs, 'x'];
echo implode(' ', array_keys(array_unique($mixed, SORT_REGULAR))), "\n";
sort($cases);
echo count(array_filter($cases, fn ($case, $i) => $i > 0 && $case !== $cases[$i - 1], ARRAY_FILTER_USE_BOTH)), "\n";
?>
--EXPECT--
array(3) {
  [0]=>
  int(0)
  [1]=>
  int(1)
  [2]=>
  int(3)
}
0 1 2 3 4 5
2
