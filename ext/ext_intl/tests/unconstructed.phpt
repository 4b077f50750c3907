--TEST--
Objects without their parent's constructor, and how errors are told
--EXTENSIONS--
intl
--FILE--
<?php
class F extends NumberFormatter { function __construct() {} }
class D extends IntlDateFormatter { function __construct() {} }
class M extends MessageFormatter { function __construct() {} }
class S extends Spoofchecker { function __construct() {} }
class B extends ResourceBundle { function __construct() {} }
class C extends Collator { function __construct() {} }
foreach ([[new F, 'getPattern'], [new D, 'getPattern'], [new M, 'getPattern'], [new B, 'count'], [new C, 'getStrength']] as [$object, $method]) {
    try {
        $object->$method();
    } catch (Error $e) {
        echo get_class($object), ' ', $e->getMessage(), "\n";
    }
    try {
        clone $object;
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
foreach (['IntlCalendar', 'IntlTimeZone', 'IntlBreakIterator', 'Transliterator'] as $class) {
    $object = (new ReflectionClass($class))->newInstanceWithoutConstructor();
    try {
        clone $object;
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
ini_set('intl.error_level', E_USER_NOTICE);
var_dump(Transliterator::create('nonsense'), transliterator_transliterate('nonsense', 'x'));
ini_set('intl.use_exceptions', 1);
try {
    Transliterator::create('nonsense');
} catch (IntlException $e) {
    echo $e->getMessage(), "\n";
}
echo Transliterator::create('Any-Latin; Latin-ASCII')->transliterate("\u{416}\u{e4}", 1), "\n";
--EXPECTF--
F Found unconstructed NumberFormatter
Cannot clone uninitialized NumberFormatter
D Found unconstructed IntlDateFormatter
Cannot clone uninitialized IntlDateFormatter
M Found unconstructed MessageFormatter
Cannot clone uninitialized MessageFormatter
B Found unconstructed ResourceBundle
Trying to clone an uncloneable object of class B
Trying to clone an uncloneable object of class C
Cannot clone uninitialized IntlCalendar
Cannot clone uninitialized IntlTimeZone
Cannot clone uninitialized BreakIterator
Cannot clone uninitialized Transliterator

Notice: Transliterator::create(): transliterator_create: unable to open ICU transliterator with id "nonsense" in %s on line 29

Notice: transliterator_transliterate(): transliterator_create: unable to open ICU transliterator with id "nonsense" in %s on line 29

Warning: transliterator_transliterate(): Could not create transliterator with ID "nonsense" (transliterator_create: unable to open ICU transliterator with id "nonsense": U_INVALID_ID) in %s on line 29
NULL
bool(false)

Notice: Transliterator::create(): transliterator_create: unable to open ICU transliterator with id "nonsense" in %s on line 32
transliterator_create: unable to open ICU transliterator with id "nonsense"
Жa
