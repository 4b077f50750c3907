--TEST--
Properties that a subclass adds to a class with computed properties can be changed in place
--EXTENSIONS--
dom
xmlreader
--FILE--
<?php
foreach (['DOMDocument', 'DOMNodeList', 'XMLReader'] as $class) {
    eval("class My$class extends $class {
        public array \$map = [];
        public \$any;
        public \$object;
        protected array \$stack = [];
        function stack() {
            \$this->stack[] = 1;
            \$this->stack[] = 2;
            array_pop(\$this->stack);
            return \$this->stack;
        }
    }");
    $name = "My$class";
    $o = new $name;
    $o->map['a']['b'] = 1;
    $o->map[] = 2;
    unset($o->map['a']['b']);
    $reference = &$o->any;
    $reference = 'changed';
    preg_match('/./', 'x', $o->object);
    [$o->map['c']] = [3];
    sort($o->map);
    echo json_encode([$o->map, $o->any, $o->object, $o->stack()]), "\n";
}
$document = new MyDOMDocument;
$document->dynamic['x'] = 1;
var_dump($document->dynamic);
try {
    $document->nodeType[] = 1;
} catch (Error $e) {
    echo get_class($e), ': ', $e->getMessage(), "\n";
}
?>
--EXPECTF--
[[2,3,[]],"changed",["x"],[1]]
[[2,3,[]],"changed",["x"],[1]]
[[2,3,[]],"changed",["x"],[1]]

Deprecated: Creation of dynamic property MyDOMDocument::$dynamic is deprecated in %s on line %d
array(1) {
  ["x"]=>
  int(1)
}
Error: Cannot use a scalar value as an array
