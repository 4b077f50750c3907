--TEST--
Elements that foreach went over by reference do not stay tied to a copy that is spliced, unshifted or shuffled
--FILE--
<?php
class Tree {
    public $rules = ['a', 'b'];
}
$tree = new Tree;
foreach ($tree->rules as &$rule) {
}
unset($rule);
$rules = $tree->rules;
$other = new Tree;
$other->rules = $rules;
array_splice($other->rules, 1, 1, ['c', 'd']);
$other->rules[0] = 'changed';
echo implode(' ', $tree->rules), ' | ', implode(' ', $other->rules), "\n";

$list = [1, 2, 3];
$one = &$list[0];
unset($one);
$copy = $list;
array_unshift($copy, 0);
$copy[1] = 'changed';
echo implode(' ', $list), ' | ', implode(' ', $copy), "\n";

$copy = $list;
shuffle($copy);
$copy[0] = $copy[1] = $copy[2] = 'changed';
echo implode(' ', $list), ' | ', implode(' ', $copy), "\n";

$map = ['x' => 1, 'y' => 2];
$one = &$map['y'];
unset($one);
$copy = $map;
array_splice($copy, 0, 1);
$copy['y'] = 'changed';
echo implode(' ', $map), ' | ', implode(' ', $copy), "\n";

// A reference that somebody else has stays one.
$list = [1, 2, 3];
$one = &$list[1];
array_splice($list, 0, 1);
$one = 'changed';
echo implode(' ', $list), "\n";
?>
--EXPECT--
a b | changed c d
1 2 3 | 0 changed 2 3
1 2 3 | changed changed changed
1 2 | changed
changed 3
