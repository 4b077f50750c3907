<?php
// A search tree of objects: insertion in a loop, recursion over children that may be null, untyped properties.

class Node
{
    public $left = null;
    public $right = null;

    public function __construct(public int $key, public $value)
    {
    }
}

class Tree
{
    private ?Node $root = null;
    public int $size = 0;

    public function put(int $key, $value): void
    {
        if (!$this->root) {
            $this->root = new Node($key, $value);
            $this->size++;
            return;
        }
        $node = $this->root;
        while ($key !== $node->key) {
            if ($key < $node->key) {
                if (!$node->left) {
                    $node->left = new Node($key, $value);
                    $this->size++;
                    return;
                }
                $node = $node->left;
            } else {
                if (!$node->right) {
                    $node->right = new Node($key, $value);
                    $this->size++;
                    return;
                }
                $node = $node->right;
            }
        }
        $node->value = $value;
    }

    public function depth($node = false): int
    {
        if ($node === false) {
            $node = $this->root;
        }
        return $node ? 1 + max($this->depth($node->left), $this->depth($node->right)) : 0;
    }

    public function total($node = false): int
    {
        if ($node === false) {
            $node = $this->root;
        }
        $sum = $node->value;
        if ($node->left) {
            $sum += $this->total($node->left);
        }
        if ($node->right) {
            $sum += $this->total($node->right);
        }
        return $sum;
    }
}

$tree = new Tree();
$seed = 1;
for ($i = 0; $i < 70_000; $i++) {
    $seed = ($seed * 1103515245 + 12345) & 0x7fffffff;
    $tree->put($seed % 40_000, $i);
}
echo $tree->size, ' ', $tree->depth(), ' ', $tree->total(), "\n";
