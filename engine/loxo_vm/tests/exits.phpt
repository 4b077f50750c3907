--TEST--
exit in handlers of errors and in callbacks ends the program, and destroys what its frames hold
--FILE--
<?php
// Each case is a program of its own.
$php = getenv('TEST_PHP_EXECUTABLE') ?: PHP_BINARY;
$start = <<<'PHP'
set_error_handler(function ($n, $m) { echo "handler $m\n"; exit; });
register_shutdown_function(function () { echo "shutdown\n"; });
class K {
    public $p;
    function __construct(public $n = '', ...$a) {}
    static function s(...$a) { echo "s\n"; }
    function m(...$a) {}
    function __destruct() { echo "destroyed $this->n\n"; }
}
function f($m = '') { echo "in f\n"; }
function run() { $local = new K('local'); $list = [new K('in an array')]; CODE; echo "on\n"; }
$global = new K('global');
try { run(); } finally { echo "finally\n"; }
echo "after\n";
PHP;
$codes = ['exit', '$local->m(exit())', 'f($u)', 'echo $u', '$x = $u', '$x = $u + 1', 'return $u', 'if ($u) {}', '$s = "$u b"', 'foreach ($u as $x) {}', '$a = []; $a["missing"]',
    'echo [1][5]', 'echo "abc"[7]', '$u++', 'f((int) $u)', 'f(m: $u)', 'K::s($u)', 'new K("new", $u)', '$a = [$u, f()]', 'echo strlen($u)', '$a = $b ?? $u', '[$a, $b] = [1]',
    '$local->p = $u', 'array_map(function () { return $u; }, [1, 2])', 'echo $local->nope', 'trigger_error("x")', '$x = "5 a" + 1',
    'throw new Exception($u)', 'array_map(fn() => exit(), [1])', '$x = match ($u) { null => 1 }'];
foreach ($codes as $code) {
    echo "-- $code\n";
    $file = tempnam(sys_get_temp_dir(), 'exit');
    file_put_contents($file, '<?php ' . str_replace('CODE', $code, $start));
    echo shell_exec(escapeshellarg($php) . ' -n ' . escapeshellarg($file));
    unlink($file);
}
// A destructor's exception takes the place of exit.
$file = tempnam(sys_get_temp_dir(), 'exit');
file_put_contents($file, '<?php class T { function __destruct() { throw new Exception("thrown"); } }
function g() { $t = new T; exit; } try { g(); } catch (Exception $e) { echo "caught ", $e->getMessage(), "\n"; } echo "goes on\n";');
echo shell_exec(escapeshellarg($php) . ' -n ' . escapeshellarg($file));
unlink($file);
--EXPECT--
-- exit
destroyed local
destroyed in an array
shutdown
destroyed global
-- $local->m(exit())
destroyed local
destroyed in an array
shutdown
destroyed global
-- f($u)
handler Undefined variable $u
destroyed local
destroyed in an array
shutdown
destroyed global
-- echo $u
handler Undefined variable $u
destroyed local
destroyed in an array
shutdown
destroyed global
-- $x = $u
handler Undefined variable $u
destroyed local
destroyed in an array
shutdown
destroyed global
-- $x = $u + 1
handler Undefined variable $u
destroyed local
destroyed in an array
shutdown
destroyed global
-- return $u
handler Undefined variable $u
destroyed local
destroyed in an array
shutdown
destroyed global
-- if ($u) {}
handler Undefined variable $u
destroyed local
destroyed in an array
shutdown
destroyed global
-- $s = "$u b"
handler Undefined variable $u
destroyed local
destroyed in an array
shutdown
destroyed global
-- foreach ($u as $x) {}
handler Undefined variable $u
destroyed local
destroyed in an array
shutdown
destroyed global
-- $a = []; $a["missing"]
handler Undefined array key "missing"
destroyed local
destroyed in an array
shutdown
destroyed global
-- echo [1][5]
handler Undefined array key 5
destroyed local
destroyed in an array
shutdown
destroyed global
-- echo "abc"[7]
handler Uninitialized string offset 7
destroyed local
destroyed in an array
shutdown
destroyed global
-- $u++
handler Undefined variable $u
destroyed local
destroyed in an array
shutdown
destroyed global
-- f((int) $u)
handler Undefined variable $u
destroyed local
destroyed in an array
shutdown
destroyed global
-- f(m: $u)
handler Undefined variable $u
destroyed local
destroyed in an array
shutdown
destroyed global
-- K::s($u)
handler Undefined variable $u
destroyed local
destroyed in an array
shutdown
destroyed global
-- new K("new", $u)
handler Undefined variable $u
destroyed local
destroyed in an array
shutdown
destroyed global
-- $a = [$u, f()]
handler Undefined variable $u
destroyed local
destroyed in an array
shutdown
destroyed global
-- echo strlen($u)
handler Undefined variable $u
destroyed local
destroyed in an array
shutdown
destroyed global
-- $a = $b ?? $u
handler Undefined variable $u
destroyed local
destroyed in an array
shutdown
destroyed global
-- [$a, $b] = [1]
handler Undefined array key 1
destroyed local
destroyed in an array
shutdown
destroyed global
-- $local->p = $u
handler Undefined variable $u
destroyed local
destroyed in an array
shutdown
destroyed global
-- array_map(function () { return $u; }, [1, 2])
handler Undefined variable $u
destroyed local
destroyed in an array
shutdown
destroyed global
-- echo $local->nope
handler Undefined property: K::$nope
destroyed local
destroyed in an array
shutdown
destroyed global
-- trigger_error("x")
handler x
destroyed local
destroyed in an array
shutdown
destroyed global
-- $x = "5 a" + 1
handler A non-numeric value encountered
destroyed local
destroyed in an array
shutdown
destroyed global
-- throw new Exception($u)
handler Undefined variable $u
destroyed local
destroyed in an array
shutdown
destroyed global
-- array_map(fn() => exit(), [1])
destroyed local
destroyed in an array
shutdown
destroyed global
-- $x = match ($u) { null => 1 }
handler Undefined variable $u
destroyed local
destroyed in an array
shutdown
destroyed global
caught thrown
goes on
