--TEST--
current(), key() and valid() of generators in every state
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

function show(Generator $generator): void
{
    echo json_encode([$generator->valid(), $generator->key(), $generator->current()]), "\n";
    $generator->valid();
    $generator->current();
    $generator->key();
}

function plain()
{
    yield 1;
    yield 'k' => 'v';
    yield [1, 2] => null;
    return 7;
}

function surplus()
{
    yield func_get_args();
    yield 2;
}

function &byReference(array &$values)
{
    foreach ($values as $key => &$value) {
        yield $key => $value;
    }
}

function inner()
{
    $got = yield 'first';
    yield $got;
    return 'returned';
}

function outer()
{
    yield yield from inner();
    yield from [10, 20];
}

function looksAtItself()
{
    global $itself;
    show($itself);
    yield 5;
    show($itself);
    yield 6;
}

for ($round = 0; $round < 3; $round++) {
    for ($generator = plain(); $generator->valid(); $generator->next()) {
        show($generator);
    }
    show($generator);
    for ($generator = surplus(1, 2); $generator->valid(); $generator->next()) {
        show($generator);
    }
    $values = ['p' => 1, 'q' => 2];
    $generator = byReference($values);
    $copy = $generator->current();
    $copy = 99;
    $generator->next();
    show($generator);
    $generator = outer();
    show($generator);
    echo $generator->send('sent'), "\n";
    for (; $generator->valid(); $generator->next()) {
        show($generator);
    }
    try {
        $itself = looksAtItself();
        show($itself);
        $itself->next();
        show($itself);
    } catch (Error $error) {
        echo $error->getMessage(), "\n";
    }
    try {
        plain()->current(1);
    } catch (ArgumentCountError $error) {
        echo $error->getMessage(), "\n";
    }
    $generator = (function () {
        yield new Noted('yielded');
        yield 2;
    })();
    $kept = $generator->current();
    $generator->next();
    show($generator);
    unset($kept);
    echo (fn() => yield new Noted('temporary'))()->current()->name, "\n";
    $generator = plain();
    $generator = $generator->current();
    var_dump($generator);
}
--EXPECT--
[true,0,1]
[true,"k","v"]
[true,[1,2],null]
[false,null,null]
[true,0,[1,2]]
[true,1,2]
[true,"q",2]
[true,0,"first"]
sent
[true,1,"sent"]
[true,0,"returned"]
[true,0,10]
[true,1,20]
Cannot resume an already running generator
Generator::current() expects exactly 0 arguments, 1 given
[true,1,2]
gone: yielded
gone: temporary
temporary
int(1)
[true,0,1]
[true,"k","v"]
[true,[1,2],null]
[false,null,null]
[true,0,[1,2]]
[true,1,2]
[true,"q",2]
[true,0,"first"]
sent
[true,1,"sent"]
[true,0,"returned"]
[true,0,10]
[true,1,20]
Cannot resume an already running generator
Generator::current() expects exactly 0 arguments, 1 given
[true,1,2]
gone: yielded
gone: temporary
temporary
int(1)
[true,0,1]
[true,"k","v"]
[true,[1,2],null]
[false,null,null]
[true,0,[1,2]]
[true,1,2]
[true,"q",2]
[true,0,"first"]
sent
[true,1,"sent"]
[true,0,"returned"]
[true,0,10]
[true,1,20]
Cannot resume an already running generator
Generator::current() expects exactly 0 arguments, 1 given
[true,1,2]
gone: yielded
gone: temporary
temporary
int(1)
