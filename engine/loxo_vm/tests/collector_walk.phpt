--TEST--
The collector walks through all that holds, and counts are as before
--FILE--
<?php
class Named
{
    public $other;
    public array $list = [];

    public function __construct(public string $name)
    {
    }

    public function __destruct()
    {
        $GLOBALS['gone'][] = $this->name;
    }
}

// Whose destructor has run, in no order.
function gone()
{
    sort($GLOBALS['gone']);
    echo implode(' ', $GLOBALS['gone']), "\n";
    $GLOBALS['gone'] = [];
}

// Garbage that native parts, references, generators and weak maps lead to.
for ($round = 0; $round < 3; $round++) {
    [$a, $b] = [new Named("a$round"), new Named("b$round")];
    [$a->other, $b->other] = [$b, $a];
    $a->list[] = &$b->list;
    $b->list['x'] = [$a, [$b, 'k' => $a]];
    $c = [1, 2];
    $c[] = &$c;
    $c['d'] = new Named("c$round");
    $c['d']->other = &$c;
    $generator = (function () {
        $self = yield;
        while (true) {
            yield $self;
        }
    })();
    $generator->current();
    $generator->send($generator);
    $closure = function () use (&$closure, $a) {
        return $closure;
    };
    $map = new WeakMap;
    $map[$a] = $b;
    $map[$b] = [$map, $a];
    $object = new stdClass;
    $object->me = $object;
    $object->list = [$object, [$object]];
    $nested = [[], [1 => []], 'x' => ['y' => ['z' => $object]]];
    unset($nested[1]);
    $nested['x']['y']['loop'] = &$nested;
    $storage = new SplObjectStorage;
    $storage[$a] = $storage;
    $list = new SplDoublyLinkedList;
    $list[] = $list;
    $list[] = $a;
    unset($a, $b, $c, $generator, $closure, $map, $object, $nested, $storage, $list);
    echo gc_collect_cycles() > 10 ? 'some' : 'few', ' ';
    gone();

}

// What lives keeps its counts.
$trie = [];
for ($i = 0; $i < 3000; $i++) {
    $at = &$trie;
    foreach (str_split(base_convert((string) ($i * 7919 % 4096), 10, 4)) as $digit) {
        $at[$digit] ??= [];
        $at = &$at[$digit];
    }
    unset($at);
}
function size(array $of)
{
    return 1 + array_sum(array_map('size', $of));
}
class Node
{
    public $left, $right, $parent;
}
function tree(int $depth, ?Node $parent)
{
    $node = new Node;
    $node->parent = $parent;
    if ($depth > 0) {
        $node->left = tree($depth - 1, $node);
        $node->right = tree($depth - 1, $node);
    }
    return $node;
}
function nodes(?Node $of)
{
    return $of === null ? 0 : 1 + nodes($of->left) + nodes($of->right);
}
$kept = tree(10, null);
for ($i = 0; $i < 12; $i++) {
    $tree = tree(9, $i % 2 ? $kept : null);
}
unset($tree);
$before = size($trie);
echo $before, ' ', gc_collect_cycles() > 0 ? 'some' : 'none', ' ', size($trie) - $before, ' ', nodes($kept), "\n";
$x = $trie;
unset($x);
echo gc_collect_cycles(), ' ', size($trie) - $before, "\n";
// Long lists of small things go.
$rows = [];
for ($i = 0; $i < 500; $i++) {
    $rows[] = $i % 100 ? [$i, "text $i", [$i]] : new Named("r$i");
}
$some = array_slice($rows, 95, 10);
$keyed = array_combine(array_map(fn ($i) => "k$i", range(0, 499)), $rows);
unset($rows[100], $keyed['k100'], $rows);
gone();
unset($keyed);
gone();
echo json_encode($some), "\n";
--EXPECT--
some a0 b0 c0
some a1 b1 c1
some a2 b2 c2
3156 some 0 2047
0 0

r0 r200 r300 r400
[[95,"text 95",[95]],[96,"text 96",[96]],[97,"text 97",[97]],[98,"text 98",[98]],[99,"text 99",[99]],{"other":null,"list":[],"name":"r100"},[101,"text 101",[101]],[102,"text 102",[102]],[103,"text 103",[103]],[104,"text 104",[104]]]
