--TEST--
The order of the interfaces of builtin classes
--EXTENSIONS--
dom
pdo
simplexml
--FILE--
<?php
foreach ([ArrayObject::class, ArrayIterator::class, RecursiveArrayIterator::class, SplFixedArray::class, SplObjectStorage::class, SplQueue::class,
    SplFileObject::class, SplTempFileObject::class, Exception::class, ErrorException::class, TypeError::class, JsonException::class,
    CachingIterator::class, RecursiveCachingIterator::class, Generator::class, WeakMap::class, DatePeriod::class, ReflectionClass::class,
    ReflectionNamedType::class, SimpleXMLElement::class, DOMNodeList::class, PDOStatement::class] as $class) {
    echo $class, ': ', implode(' ', (new ReflectionClass($class))->getInterfaceNames()), ' | ', implode(' ', class_implements($class)), "\n";
}
class Mine extends ArrayObject implements Stringable, JsonSerializable {
    function __toString(): string { return ''; }
    function jsonSerialize(): mixed { return 1; }
}
class MyException extends Exception implements Countable { function count(): int { return 0; } }
foreach ([Mine::class, MyException::class] as $class) {
    echo $class, ': ', implode(' ', (new ReflectionClass($class))->getInterfaceNames()), ' | ', implode(' ', class_implements($class)), "\n";
}
?>
--EXPECT--
ArrayObject: IteratorAggregate Traversable ArrayAccess Serializable Countable | IteratorAggregate Traversable ArrayAccess Serializable Countable
ArrayIterator: SeekableIterator Traversable Iterator ArrayAccess Serializable Countable | SeekableIterator Traversable Iterator ArrayAccess Serializable Countable
RecursiveArrayIterator: Countable Serializable ArrayAccess Iterator Traversable SeekableIterator RecursiveIterator | Countable Serializable ArrayAccess Iterator Traversable SeekableIterator RecursiveIterator
SplFixedArray: IteratorAggregate Traversable ArrayAccess Countable JsonSerializable | IteratorAggregate Traversable ArrayAccess Countable JsonSerializable
SplObjectStorage: Countable SeekableIterator Traversable Iterator Serializable ArrayAccess | Countable SeekableIterator Traversable Iterator Serializable ArrayAccess
SplQueue: Serializable ArrayAccess Countable Traversable Iterator | Serializable ArrayAccess Countable Traversable Iterator
SplFileObject: Stringable RecursiveIterator Traversable Iterator SeekableIterator | Stringable RecursiveIterator Traversable Iterator SeekableIterator
SplTempFileObject: SeekableIterator Iterator Traversable RecursiveIterator Stringable | SeekableIterator Iterator Traversable RecursiveIterator Stringable
Exception: Stringable Throwable | Stringable Throwable
ErrorException: Throwable Stringable | Throwable Stringable
TypeError: Throwable Stringable | Throwable Stringable
JsonException: Throwable Stringable | Throwable Stringable
CachingIterator: Stringable Iterator Traversable OuterIterator ArrayAccess Countable | Stringable Iterator Traversable OuterIterator ArrayAccess Countable
RecursiveCachingIterator: Countable ArrayAccess OuterIterator Traversable Iterator Stringable RecursiveIterator | Countable ArrayAccess OuterIterator Traversable Iterator Stringable RecursiveIterator
Generator: Iterator Traversable | Iterator Traversable
WeakMap: ArrayAccess Countable IteratorAggregate Traversable | ArrayAccess Countable IteratorAggregate Traversable
DatePeriod: IteratorAggregate Traversable | IteratorAggregate Traversable
ReflectionClass: Stringable Reflector | Stringable Reflector
ReflectionNamedType: Stringable | Stringable
SimpleXMLElement: Stringable Countable RecursiveIterator Traversable Iterator | Stringable Countable RecursiveIterator Traversable Iterator
DOMNodeList: IteratorAggregate Traversable Countable | IteratorAggregate Traversable Countable
PDOStatement: IteratorAggregate Traversable | IteratorAggregate Traversable
Mine: IteratorAggregate Traversable ArrayAccess Serializable Countable Stringable JsonSerializable | IteratorAggregate Traversable ArrayAccess Serializable Countable Stringable JsonSerializable
MyException: Stringable Throwable Countable | Stringable Throwable Countable
