--TEST--
Identity of operands that nothing is known of, truth of whatever a variable holds, locals written over, keys that are equal elsewhere
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
class Said
{
    function __construct(public string $name) {}
    function __destruct() { echo "~$this->name "; }
}

function same($a, $b) { return $a === $b; }
function other($a, $b) { return $a !== $b; }
function jump($a, $b) { if ($a === $b) return 'same'; return 'other'; }
function jump_not($a, $b) { if ($a !== $b) return 'other'; return 'same'; }
function made($a) { return "$a!" === "$a!" ? 'same' : 'other'; }
function is_three($a) { if (3 !== $a['n']) return 'no'; return 'yes'; }
function is_three_of_reference(&$a) { if ($a === 3) return 'yes'; return 'no'; }
function undefined() { if ($nothing === 3) return 'yes'; return @$nothing === null ? 'null' : 'no'; }
function truth($a) { if ($a) return 'T'; return 'F'; }
function truth_of_result($a) { if (trim($a)) return 'T'; return 'F'; }
function replace($name)
{
    $x = new Said("$name 1");
    echo 'a ';
    $x = new Said("$name 2");
    echo 'b ';
    $y = $x;
    $x = 5;
    echo 'c ';
    $y = null;
    echo 'd ';
    $list = [$x, "$name"];
    $copy = $list;
    $list = "$name and more";
    return $copy[1];
}
function globals($key)
{
    global $one, $many;
    if (isset($many[$key])) {
        return $one;
    }
    $one = $key;
    return count($many);
}
function thrower()
{
    $x = new class { function __destruct() { throw new LogicException('from a destructor'); } };
    try {
        $x = 1;
        return 'not here';
    } catch (LogicException $e) {
        return $e->getMessage() . " with " . json_encode($x);
    }
}

$object = new ArrayObject();
$values = [null, false, true, 0, 3, 3.0, NAN, '3', '', '0', 'a', [], [3], [[3]], $object, new ArrayObject()];
$many = ['x' => 1];
$one = [1];
for ($round = 0; $round < 3; $round++) {
    foreach ($values as $i => $left) {
        foreach ($values as $j => $right) {
            $same = same($left, $right);
            if (other($left, $right) === $same || (jump($left, $right) === 'same') !== $same || (jump_not($left, $right) === 'same') !== $same) {
                echo "differs: $i $j\n";
            }
            if ($same) echo "$i=$j ";
        }
    }
    echo "\n", made('x'), ' ', is_three(['n' => 3]), ' ', is_three(['n' => '3']), ' ', is_three(['n' => null]), "\n";
    $three = $round + 1;
    echo is_three_of_reference($three), ' ', @undefined(), "\n";
    foreach ($values as $value) echo truth($value);
    echo ' ', truth_of_result(' 0 '), truth_of_result(' 1'), truth_of_result(''), "\n";
    echo replace("r$round"), "\n";
    echo json_encode(globals('x')), globals("y$round"), json_encode($one), "\n";
    echo thrower(), "\n";
    // Keys that are made are equal to those of literals, and lie elsewhere.
    $made = [];
    foreach (['al', 'be'] as $part) $made["{$part}pha"] = $part;
    $key = 'alp' . ['ha', 'hb', 'ha'][$round];
    echo json_encode([$made['alpha'] ?? 0, $made[$key] ?? 0, isset($made[$key]), isset($made["{$round}0"]), array_key_exists($key, $made)]), "\n";
}
--EXPECT--
0=0 1=1 2=2 3=3 4=4 5=5 7=7 8=8 9=9 10=10 11=11 12=12 13=13 14=14 15=15 
same yes no no
no null
FFTFTTTTFFTFTTTT FTF
a ~r0 1 b c ~r0 2 d r0
[1]1"y0"
from a destructor with 1
["al","al",true,false,true]
0=0 1=1 2=2 3=3 4=4 5=5 7=7 8=8 9=9 10=10 11=11 12=12 13=13 14=14 15=15 
same yes no no
no null
FFTFTTTTFFTFTTTT FTF
a ~r1 1 b c ~r1 2 d r1
"y0"1"y1"
from a destructor with 1
["al",0,false,false,false]
0=0 1=1 2=2 3=3 4=4 5=5 7=7 8=8 9=9 10=10 11=11 12=12 13=13 14=14 15=15 
same yes no no
yes null
FFTFTTTTFFTFTTTT FTF
a ~r2 1 b c ~r2 2 d r2
"y1"1"y2"
from a destructor with 1
["al","al",true,false,true]
