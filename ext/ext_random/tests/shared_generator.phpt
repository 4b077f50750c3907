--TEST--
What draws numbers draws them from the generator that mt_srand() seeds
--FILE--
<?php
mt_srand(3);
$numbers = [mt_rand(), mt_rand(1, 6), rand(10, 1), mt_rand(5, 5), mt_rand(PHP_INT_MIN, PHP_INT_MAX)];
echo json_encode($numbers), "\n";
$list = range(1, 8);
shuffle($list);
echo json_encode($list), str_shuffle("abcdefgh"), json_encode(array_rand(["a" => 1, "b" => 2, "c" => 3, "d" => 4], 2)), "\n";
$holes = [1, 2, 3, 4];
unset($holes[1]);
echo array_rand($holes), mt_rand(0, 99), "\n";

$engine = new Random\Engine\Mt19937(3);
$randomizer = new Random\Randomizer($engine);
echo $randomizer->nextInt(), " ", $randomizer->getInt(1, 6), "\n";
$copy = unserialize(serialize($randomizer));
var_dump($copy->getBytes(5) === $randomizer->getBytes(5));

foreach ([new Random\Engine\PcgOneseq128XslRr64(7), new Random\Engine\Xoshiro256StarStar(7)] as $engine) {
    $engine instanceof Random\Engine\Xoshiro256StarStar ? $engine->jump() : $engine->jump(2);
    echo bin2hex($engine->generate()), " ", implode(" ", $engine->__serialize()[1]), "\n";
}
try {
    mt_rand(5);
} catch (ArgumentCountError $error) {
    echo $error->getMessage(), "\n";
}
--EXPECT--
[1182829493,3,8,5,-6985254785134314568]
[4,6,8,3,7,2,5,1]fedcahgb["a","b"]
36
1182829493 3
bool(true)
db8edcbe316b3a83 fc9685778f3e7075 9adbe20754afab42
742adf83fd176615 57d3ac56d3a96cb2 fff0d14303ae67be 14f9d9f480820521 2d6536ed9bb99636
mt_rand() expects exactly 2 arguments, 1 given
