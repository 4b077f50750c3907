//! `unserialize()`: whatever it gives can be looked at, copied, written and freed.
#![no_main]

const PROGRAM: &str = r#"
class Plain { public $a; protected $b; private $c; public ?Plain $d = null; public int $e = 1; }
class Sleeper { public $a; function __sleep() { return ['a', 'b']; } function __wakeup() { $this->b = [$this->a]; } }
class Magic { public $data; function __serialize(): array { return [$this->data]; } function __unserialize(array $data): void { $this->data = &$data; } }
class Thrower { public $a; function __wakeup() { throw new Exception('x'); } function __destruct() { $GLOBALS['last'] = $this; } }
enum Suit: string { case Hearts = 'h'; }
ini_set('display_errors', '0');
foreach ([[], ['allowed_classes' => false], ['max_depth' => 3]] as $options) {
    try {
        $value = unserialize($data, $options);
        $copy = $value;
        if (is_array($copy)) {
            $copy[] = 1;
            foreach ($copy as $key => &$inner) {
                $inner = [$inner];
            }
            unset($inner);
        } elseif (is_object($value) && !$value instanceof UnitEnum) {
            $copy = clone $value;
            foreach ($copy as $key => $inner) {
            }
        }
        unserialize(serialize($value));
        ob_start();
        var_dump($value);
        debug_zval_dump($value);
        ob_end_clean();
        $value == $copy;
    } catch (Throwable) {
    }
    unset($value, $copy);
    gc_collect_cycles();
}
"#;

libfuzzer_sys::fuzz_target!(|text: &[u8]| loxo_fuzz::run(PROGRAM, text));
