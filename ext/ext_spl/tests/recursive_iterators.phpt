--TEST--
Walking trees
--FILE--
<?php
$tree = ['a' => 1, 'b' => ['c' => 2, 'd' => ['e' => 3], 'f' => []], 'g' => 4];
foreach ([RecursiveIteratorIterator::LEAVES_ONLY, RecursiveIteratorIterator::SELF_FIRST, RecursiveIteratorIterator::CHILD_FIRST] as $mode) {
    $walk = new RecursiveIteratorIterator(new RecursiveArrayIterator($tree), $mode);
    foreach ($walk as $key => $value) {
        echo $walk->getDepth(), $key, is_array($value) ? '[]' : $value, ' ';
    }
    echo "\n";
}
$walk->setMaxDepth(0);
echo implode(' ', array_keys(iterator_to_array($walk))), "\n";
class Told extends RecursiveIteratorIterator {
    public function beginIteration(): void { echo '<'; }
    public function endIteration(): void { echo ">\n"; }
    public function beginChildren(): void { echo '('; }
    public function endChildren(): void { echo ')'; }
    public function nextElement(): void { echo '.'; }
}
foreach (new Told(new RecursiveArrayIterator($tree)) as $key => $value) {
    echo $key;
}
foreach (new RecursiveTreeIterator(new RecursiveArrayIterator($tree)) as $key => $line) {
    echo "[$key] $line\n";
}
$parents = new RecursiveIteratorIterator(new ParentIterator(new RecursiveArrayIterator($tree)), RecursiveIteratorIterator::SELF_FIRST);
echo implode(' ', array_keys(iterator_to_array($parents))), "\n";
$filter = new RecursiveCallbackFilterIterator(new RecursiveArrayIterator($tree), fn($value, $key, $it) => $it->hasChildren() || $value > 2);
echo implode(' ', array_keys(iterator_to_array(new RecursiveIteratorIterator($filter)))), "\n";
try {
    new RecursiveIteratorIterator(new ArrayIterator);
} catch (InvalidArgumentException $e) {
    echo $e->getMessage(), "\n";
}
--EXPECT--
0a1 1c2 2e3 0g4 
0a1 0b[] 1c2 1d[] 2e3 1f[] 0g4 
0a1 1c2 2e3 1d[] 1f[] 0b[] 0g4 
a b g
<.a(.c(.e)()).g>
[a] |-1
[b] |-Array
[c] | |-2
[d] | |-Array
[e] | | \-3
[f] | \-Array
[g] \-4
b d f
e g
An instance of RecursiveIterator or IteratorAggregate creating it is required

