<?php
// Many small objects, made and dropped; recursion.

final class Node
{
    public ?Node $left = null;
    public ?Node $right = null;
}

function grow(int $depth): Node
{
    $node = new Node();
    if ($depth > 0) {
        $node->left = grow($depth - 1);
        $node->right = grow($depth - 1);
    }
    return $node;
}

function weigh(Node $node): int
{
    return $node->left === null ? 1 : 1 + weigh($node->left) + weigh($node->right);
}

$deepest = 15;
$kept = grow($deepest);
for ($depth = 4; $depth <= $deepest; $depth += 3) {
    $rounds = 1 << ($deepest - $depth + 2);
    $sum = 0;
    for ($i = 0; $i < $rounds; $i++) {
        $sum += weigh(grow($depth));
    }
    echo "$rounds trees of depth $depth: $sum\n";
}
echo weigh($kept), "\n";
