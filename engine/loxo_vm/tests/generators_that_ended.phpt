--TEST--
Generators that have ended go away quietly, with what they returned
--FILE--
<?php
class Loud
{
    public function __construct(private string $name) {}
    public function __destruct()
    {
        echo "gone: $this->name\n";
    }
}

function ended(): Generator
{
    $local = new Loud('local');
    yield 1;
    return new Loud('returned');
}

$generator = ended();
foreach ($generator as $value) {
    echo "value $value\n";
}
echo "ended\n";
var_dump($generator->valid(), get_class($generator->getReturn()));
unset($generator);
echo "unset\n";

function outer(): Generator
{
    $kept = new Loud('kept');
    try {
        $result = yield from ended();
        echo get_class($result), "\n";
        yield 2;
    } finally {
        echo "finally\n";
    }
}

$generator = outer();
echo $generator->current(), "\n";
$generator->next();
echo $generator->current(), "\n";
unset($generator);
echo "unset\n";

function failing(): Generator
{
    $local = new Loud('of failing');
    yield 1;
    throw new Exception('failed');
}

$generator = failing();
try {
    foreach ($generator as $value);
} catch (Exception $e) {
    echo $e->getMessage(), ': ', count($e->getTrace()), "\n";
}
var_dump($generator->valid());
unset($generator, $e);
$cycle = new stdClass;
$cycle->generator = (function () use ($cycle) { yield $cycle; return new Loud('in a cycle'); })();
foreach ($cycle->generator as $value);
unset($cycle, $value);
gc_collect_cycles();
echo "end\n";
--EXPECT--
value 1
gone: local
ended
bool(false)
string(4) "Loud"
gone: returned
unset
1
gone: local
Loud
2
finally
gone: kept
gone: returned
unset
gone: of failing
failed: 1
bool(false)
gone: in a cycle
end
