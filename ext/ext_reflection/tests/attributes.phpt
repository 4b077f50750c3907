--TEST--
Attributes are made where they are written, with the arguments that stand there
--FILE--
<?php
#[Attribute(Attribute::TARGET_CLASS | Attribute::TARGET_PARAMETER | Attribute::IS_REPEATABLE)]
class Tag
{
    public function __construct(public string $name, public array $more = [])
    {
        if ($name === 'bad') {
            throw new RuntimeException('refused');
        }
    }
}
#[Attribute(Attribute::TARGET_METHOD)]
class Once {}
interface Marker {}
#[Attribute]
class Special implements Marker {}

#[Tag('a'), Tag(name: 'b', more: [self::X, 2]), Special]
class Subject
{
    const X = 'x';
    #[Once, Once, Tag('m')]
    public function method(#[Tag('bad')] int $p, #[SensitiveParameter] $q) {}
}

$class = new ReflectionClass('Subject');
foreach ($class->getAttributes() as $attribute) {
    echo $attribute, $attribute->getTarget(), ' ', var_export($attribute->isRepeated(), true), ' ';
    echo json_encode($attribute->getArguments()), ' ', json_encode($attribute->newInstance()), "\n";
}
echo count($class->getAttributes('tag')), count($class->getAttributes(Marker::class)), "\n";
echo count($class->getAttributes(Marker::class, ReflectionAttribute::IS_INSTANCEOF)), "\n";
$method = $class->getMethod('method');
foreach ($method->getAttributes() as $attribute) {
    try {
        $attribute->newInstance();
    } catch (Error $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
try {
    $method->getParameters()[0]->getAttributes()[0]->newInstance();
} catch (RuntimeException $e) {
    echo $e->getMessage(), ' in line ', $e->getLine(), ', from line ', $e->getTrace()[0]['line'], ' and ', $e->getTrace()[1]['line'], "\n";
}
echo $method->getParameters()[1]->getAttributes()[0]->getName(), "\n";
--EXPECT--
Attribute [ Tag ] {
  - Arguments [1] {
    Argument #0 [ 'a' ]
  }
}
1 true ["a"] {"name":"a","more":[]}
Attribute [ Tag ] {
  - Arguments [2] {
    Argument #0 [ name = 'b' ]
    Argument #1 [ more = [self::X, 2] ]
  }
}
1 true {"name":"b","more":["x",2]} {"name":"b","more":["x",2]}
Attribute [ Special ]
1 false [] {}
20
1
Error: Attribute "Once" must not be repeated
Error: Attribute "Once" must not be repeated
Error: Attribute "Tag" cannot target method (allowed targets: class, parameter)
refused in line 8, from line 23 and 42
SensitiveParameter
