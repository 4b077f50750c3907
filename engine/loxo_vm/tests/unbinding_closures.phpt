--TEST--
Only closures that mention $this themselves cannot be unbound from it
--FILE--
<?php
class Target
{
    public static function name()
    {
        return static::class;
    }
}

class Source
{
    public function closures()
    {
        return [
            'self' => function () { return self::name(); },
            'static' => function () { return static::name(); },
            'class' => function () { return Target::name(); },
            'inner' => function () { return (function () { return isset($this); })(); },
            'arrow' => fn () => (fn () => self::name())(),
            'eval' => function () { return eval('return isset($this);'); },
            'generator' => function () { yield self::name(); },
            'this' => function () { return $this; },
            'isset' => function () { return isset($this); },
        ];
    }
}

foreach ((new Source)->closures() as $name => $closure) {
    echo $name, ': ';
    $bound = Closure::bind($closure, null, Target::class);
    $result = $bound ? $bound() : null;
    echo json_encode($result instanceof Generator ? iterator_to_array($result) : $result), "\n";
}
?>
--EXPECTF--
self: "Target"
static: "Target"
class: "Target"
inner: false
arrow: "Target"
eval: false
generator: ["Target"]
this: 
Warning: Cannot unbind $this of closure using $this in %s on line %d
null
isset: 
Warning: Cannot unbind $this of closure using $this in %s on line %d
null
