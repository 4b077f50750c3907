--TEST--
A variable cannot be bound to an element of an object; offsetGet() is asked first
--FILE--
<?php
class A implements ArrayAccess {
    public $d = [];
    function offsetExists($o): bool {
        return true;
    }
    function &offsetGet($o): mixed {
        echo 'get ', var_export($o, true), "\n";
        if ($o === 'object') {
            $x = new stdClass;
            return $x;
        }
        if ($o === 'throws') {
            throw new Exception('thrown');
        }
        return $this->d[$o ?? 'none'];
    }
    function offsetSet($o, $v): void {
        echo "set\n";
    }
    function offsetUnset($o): void {
    }
}
class B extends A {
    function &offsetGet($o): mixed {
        $v = 5;
        return $v;
    }
}
class F extends SplFixedArray {
}
set_error_handler(function ($n, $m) {
    echo "E: $m\n";
});
function t($label, $f) {
    echo "-- $label\n";
    try {
        $f();
        echo "ok\n";
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
$x = 1;
foreach (['A', 'B', 'F', 'SplFixedArray', 'SplDoublyLinkedList', 'SplObjectStorage'] as $c) {
    $make = fn() => in_array($c, ['F', 'SplFixedArray']) ? $c::fromArray([1, 2, 3]) : new $c;
    foreach ([0, 'object', 'throws', 7] as $key) {
        t("$c $key", function () use ($make, $key, &$x) {
            $o = $make();
            $o[$key] = &$x;
        });
    }
    t("$c []", function () use ($make, &$x) {
        $o = $make();
        $o[] = &$x;
    });
    t("$c foreach", function () use ($make) {
        $o = $make();
        $l = [1, 2];
        foreach ($l as &$o[2]) {
        }
    });
    t("$c list", function () use ($make) {
        $o = $make();
        $l = [1, 2];
        [&$o[0]] = $l;
    });
    t("$c property", function () use ($make, &$x) {
        $o = new stdClass;
        $o->p = $make();
        $o->p[1] = &$x;
    });
    t("$c the other way", function () use ($make) {
        $o = $make();
        $r = &$o[1];
        $r = 5;
        echo json_encode($o[1] ?? null), "\n";
    });
}
set_error_handler(function ($n, $m) {
    throw new ErrorException($m);
});
t('handler throws', function () use (&$x) {
    $o = new SplFixedArray(1);
    $o[0] = &$x;
});
var_dump($x);
--EXPECT--
-- A 0
get 0
Error: Cannot assign by reference to an array dimension of an object
-- A object
get 'object'
Error: Cannot assign by reference to an array dimension of an object
-- A throws
get 'throws'
Exception: thrown
-- A 7
get 7
Error: Cannot assign by reference to an array dimension of an object
-- A []
get NULL
Error: Cannot assign by reference to an array dimension of an object
-- A foreach
get 2
Error: Cannot assign by reference to an array dimension of an object
-- A list
get 0
Error: Cannot assign by reference to an array dimension of an object
-- A property
get 1
Error: Cannot assign by reference to an array dimension of an object
-- A the other way
get 1
get 1
5
ok
-- B 0
Error: Cannot assign by reference to an array dimension of an object
-- B object
Error: Cannot assign by reference to an array dimension of an object
-- B throws
Error: Cannot assign by reference to an array dimension of an object
-- B 7
Error: Cannot assign by reference to an array dimension of an object
-- B []
Error: Cannot assign by reference to an array dimension of an object
-- B foreach
Error: Cannot assign by reference to an array dimension of an object
-- B list
Error: Cannot assign by reference to an array dimension of an object
-- B property
Error: Cannot assign by reference to an array dimension of an object
-- B the other way
5
ok
-- F 0
E: Indirect modification of overloaded element of SplFixedArray has no effect
Error: Cannot assign by reference to an array dimension of an object
-- F object
TypeError: Cannot access offset of type string on SplFixedArray
-- F throws
TypeError: Cannot access offset of type string on SplFixedArray
-- F 7
OutOfBoundsException: Index invalid or out of range
-- F []
Error: [] operator not supported for SplFixedArray
-- F foreach
E: Indirect modification of overloaded element of SplFixedArray has no effect
Error: Cannot assign by reference to an array dimension of an object
-- F list
E: Indirect modification of overloaded element of SplFixedArray has no effect
Error: Cannot assign by reference to an array dimension of an object
-- F property
E: Indirect modification of overloaded element of SplFixedArray has no effect
Error: Cannot assign by reference to an array dimension of an object
-- F the other way
E: Indirect modification of overloaded element of SplFixedArray has no effect
2
ok
-- SplFixedArray 0
E: Indirect modification of overloaded element of SplFixedArray has no effect
Error: Cannot assign by reference to an array dimension of an object
-- SplFixedArray object
TypeError: Cannot access offset of type string on SplFixedArray
-- SplFixedArray throws
TypeError: Cannot access offset of type string on SplFixedArray
-- SplFixedArray 7
OutOfBoundsException: Index invalid or out of range
-- SplFixedArray []
Error: [] operator not supported for SplFixedArray
-- SplFixedArray foreach
E: Indirect modification of overloaded element of SplFixedArray has no effect
Error: Cannot assign by reference to an array dimension of an object
-- SplFixedArray list
E: Indirect modification of overloaded element of SplFixedArray has no effect
Error: Cannot assign by reference to an array dimension of an object
-- SplFixedArray property
E: Indirect modification of overloaded element of SplFixedArray has no effect
Error: Cannot assign by reference to an array dimension of an object
-- SplFixedArray the other way
E: Indirect modification of overloaded element of SplFixedArray has no effect
2
ok
-- SplDoublyLinkedList 0
OutOfRangeException: SplDoublyLinkedList::offsetGet(): Argument #1 ($index) is out of range
-- SplDoublyLinkedList object
TypeError: SplDoublyLinkedList::offsetGet(): Argument #1 ($index) must be of type int, string given
-- SplDoublyLinkedList throws
TypeError: SplDoublyLinkedList::offsetGet(): Argument #1 ($index) must be of type int, string given
-- SplDoublyLinkedList 7
OutOfRangeException: SplDoublyLinkedList::offsetGet(): Argument #1 ($index) is out of range
-- SplDoublyLinkedList []
E: SplDoublyLinkedList::offsetGet(): Passing null to parameter #1 ($index) of type int is deprecated
OutOfRangeException: SplDoublyLinkedList::offsetGet(): Argument #1 ($index) is out of range
-- SplDoublyLinkedList foreach
OutOfRangeException: SplDoublyLinkedList::offsetGet(): Argument #1 ($index) is out of range
-- SplDoublyLinkedList list
OutOfRangeException: SplDoublyLinkedList::offsetGet(): Argument #1 ($index) is out of range
-- SplDoublyLinkedList property
OutOfRangeException: SplDoublyLinkedList::offsetGet(): Argument #1 ($index) is out of range
-- SplDoublyLinkedList the other way
OutOfRangeException: SplDoublyLinkedList::offsetGet(): Argument #1 ($index) is out of range
-- SplObjectStorage 0
TypeError: SplObjectStorage::offsetGet(): Argument #1 ($object) must be of type object, int given
-- SplObjectStorage object
TypeError: SplObjectStorage::offsetGet(): Argument #1 ($object) must be of type object, string given
-- SplObjectStorage throws
TypeError: SplObjectStorage::offsetGet(): Argument #1 ($object) must be of type object, string given
-- SplObjectStorage 7
TypeError: SplObjectStorage::offsetGet(): Argument #1 ($object) must be of type object, int given
-- SplObjectStorage []
TypeError: SplObjectStorage::offsetGet(): Argument #1 ($object) must be of type object, null given
-- SplObjectStorage foreach
TypeError: SplObjectStorage::offsetGet(): Argument #1 ($object) must be of type object, int given
-- SplObjectStorage list
TypeError: SplObjectStorage::offsetGet(): Argument #1 ($object) must be of type object, int given
-- SplObjectStorage property
TypeError: SplObjectStorage::offsetGet(): Argument #1 ($object) must be of type object, int given
-- SplObjectStorage the other way
TypeError: SplObjectStorage::offsetGet(): Argument #1 ($object) must be of type object, int given
-- handler throws
ErrorException: Indirect modification of overloaded element of SplFixedArray has no effect
int(1)
