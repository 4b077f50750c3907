--TEST--
The trace of an exception is the same whoever looks first, and what its arguments hold lives as long as it
--FILE--
<?php
class Noted
{
    public function __construct(public string $name) {}

    public function __destruct()
    {
        echo "gone: $this->name\n";
    }
}

class OwnTrace extends RuntimeException
{
    private $trace = 'mine';
    public $held;

    public function own()
    {
        return $this->trace;
    }
}

function inner($argument, &$reference, ...$rest)
{
    $argument = 'changed';
    throw new OwnTrace('inner');
}

function outer($argument, $more = null)
{
    $referred = [1];
    inner($argument, $referred, 'surplus', name: 2.5);
}

function caught(callable $thrower): ?Throwable
{
    try {
        $thrower();
    } catch (Throwable $error) {
        return $error;
    }
    return null;
}

function plain(): Throwable
{
    try {
        outer('text', true);
    } catch (OwnTrace $error) {
        return $error;
    }
}

$looks = [
    'getTrace' => fn(Throwable $e) => array_slice($e->getTrace()[1], 1),
    'getTraceAsString' => fn(Throwable $e) => str_replace(__FILE__, 'FILE', $e->getTraceAsString()),
    'array cast' => fn(Throwable $e) => count(((array) $e)["\0Exception\0trace"]),
    'reflection' => fn(Throwable $e) => count((new ReflectionProperty('Exception', 'trace'))->getValue($e)),
    'get_mangled_object_vars' => fn(Throwable $e) => count(get_mangled_object_vars($e)["\0Exception\0trace"]),
    'serialize' => fn(Throwable $e) => substr_count(serialize($e), '"function"'),
    'var_export' => fn(Throwable $e) => substr_count(var_export($e, true), "'function'"),
    'print_r' => fn(Throwable $e) => substr_count(print_r($e, true), '[function]'),
    'ArrayObject' => fn(Throwable $e) => count((new ArrayObject($e))->getArrayCopy()["\0Exception\0trace"]),
    'own' => fn(OwnTrace $e) => $e->own(),
];
foreach ($looks as $how => $look) {
    $error = plain();
    echo $how, ': ', var_export($look($error), true), ' ', count($error->getTrace()), "\n";
}
var_dump(plain() == plain(), plain()->getTrace() === plain()->getTrace());
$cut = plain();
(new ReflectionProperty('Exception', 'trace'))->setValue($cut, []);
var_dump($cut->getTraceAsString());

function keeps(Noted $noted)
{
    $error = new OwnTrace('kept');
    $error->held = new Noted('property');
    throw $error;
}

foreach ([false, true] as $look) {
    $error = caught(fn() => keeps(new Noted('argument')));
    if ($look) {
        echo $error->getTrace()[0]['args'][0]->name, "\n";
    }
    echo "dropped\n";
    unset($error);
}

class Node
{
    public $error;

    public function run(Node $self)
    {
        $this->error = new LogicException();
    }
}

gc_collect_cycles();
$found = [];
foreach ([false, true] as $look) {
    $node = new Node();
    $node->run($node);
    if ($look) {
        $node->error->getTrace();
    }
    unset($node);
    $found[] = gc_collect_cycles();
}
var_dump($found[0] > 0, $found[0] === $found[1]);
--EXPECT--
getTrace: array (
  'line' => 48,
  'function' => 'outer',
  'args' => 
  array (
    0 => 'text',
    1 => true,
  ),
) 3
getTraceAsString: '#0 FILE(32): inner(\'changed\', Array, \'surplus\', name: 2.5)
#1 FILE(48): outer(\'text\', true)
#2 FILE(67): plain()
#3 {main}' 3
array cast: 3 3
reflection: 3 3
get_mangled_object_vars: 3 3
serialize: 3 3
var_export: 3 3
print_r: 3 3
ArrayObject: 3 3
own: 'mine' 3
bool(true)
bool(true)
string(9) "#0 {main}"
dropped
gone: argument
gone: property
argument
dropped
gone: argument
gone: property
bool(true)
bool(true)
