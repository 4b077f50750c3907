--TEST--
When methods are called, and destructors are not
--FILE--
<?php
class Step {
    public static $fails;
    public function __construct(public $name, public $inner = null) {}
    public function __destruct() {
        echo "gone: $this->name\n";
    }
}
class Wakes extends Step {
    public function __wakeup() {
        echo "up: $this->name\n";
        self::$fails === $this->name && throw new Exception("not $this->name");
    }
}
class Gets extends Step {
    public function __serialize(): array {
        return [$this->name, $this->inner];
    }
    public function __unserialize(array $data): void {
        [$this->name, $this->inner] = $data;
        echo "given: $this->name\n";
        self::$fails === $this->name && throw new Exception("not $this->name");
    }
}
$bytes = igbinary_serialize([new Wakes('a', new Gets('b', new Wakes('c'))), new Gets('d', new Gets('e')), new Wakes('f')]);
echo "kept\n";
foreach ([null, 'c', 'b', 'e', 'f'] as Step::$fails) {
    echo '-- ', Step::$fails ?? 'none', "\n";
    try {
        $value = igbinary_unserialize($bytes);
        echo "there\n";
        unset($value);
    } catch (Exception $error) {
        echo $error->getMessage(), "\n";
        unset($error);
    }
}
Step::$fails = null;
echo "-- behind it\n";
var_dump(@igbinary_unserialize($bytes . 'x'));

echo "-- while values are kept\n";
class Gives {
    public $list = [1];
    public function __serialize(): array {
        // What was written already is changed.
        $GLOBALS['list'][0][] = 2;
        $GLOBALS['list'][2] = 'late';
        return [new Step('temporary')];
    }
}
$list = [[1], new Gives(), 'early'];
$list[3] = &$list[0];
echo bin2hex(igbinary_serialize($list)), "\n";
echo "done\n";
class Throws {
    public function __destruct() {
        throw new Exception('from the destructor');
    }
}
class Holds {
    public function __serialize(): array {
        return [new Throws()];
    }
}
try {
    igbinary_serialize(new Holds());
} catch (Exception $error) {
    echo $error->getMessage(), "\n", $error->getTraceAsString(), "\n";
}
--EXPECTF--
gone: a
gone: b
gone: c
gone: d
gone: e
gone: f
kept
-- none
up: c
given: b
up: a
given: e
given: d
up: f
there
gone: a
gone: b
gone: c
gone: d
gone: e
gone: f
-- c
up: c
not c
-- b
up: c
given: b
not b
gone: c
-- e
up: c
given: b
up: a
given: e
gone: a
gone: b
gone: c
not e
-- f
up: c
given: b
up: a
given: e
given: d
up: f
gone: a
gone: b
gone: c
gone: d
gone: e
not f
-- behind it
gone: c
gone: a
gone: f
NULL
-- while values are kept
gone: temporary
00000002140406002514010600060106011705476976657314010600170453746570140211046e616d65110974656d706f726172791105696e6e657200060211056561726c790603250101
done
from the destructor
#0 [internal function]: Throws->__destruct()
#1 %s(67): igbinary_serialize(Object(Holds))
#2 {main}
