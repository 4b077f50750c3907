//! `igbinary_unserialize()`: whatever it gives can be looked at, copied, written and freed, and is written the same again and again.
#![no_main]

const PROGRAM: &str = r#"
class Plain { public $a; protected $b; private $c; public ?Plain $d = null; public int $e = 1; }
class Sleeper { public $a; function __sleep() { return ['a', 'b']; } function __wakeup() { $this->b = [$this->a]; } }
class Magic { public $data; function __serialize(): array { return [$this->data]; } function __unserialize(array $data): void { $this->data = &$data; } }
class Thrower { public $a; function __wakeup() { throw new Exception('x'); } function __destruct() { $GLOBALS['last'] = $this; } }
enum Suit: string { case Hearts = 'h'; }
ini_set('display_errors', '0');
foreach (["\0\0\0\2$data", $data] as $bytes) {
    try {
        $value = igbinary_unserialize($bytes);
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
        unset($copy);
        $text = igbinary_serialize($value);
        $again = igbinary_unserialize($text);
        // Empty arrays that were read are one and the same, as in PHP: they may be written another way once. Methods of objects may change
        // what is written; without a class's name there are none.
        $settled = igbinary_serialize($again);
        if (strpbrk($text, "\x17\x18\x19") === false && igbinary_serialize(igbinary_unserialize($settled)) !== $settled) {
            exit(77);
        }
        ob_start();
        var_dump($value);
        ob_end_clean();
        $value == $again;
    } catch (Throwable) {
    }
    unset($value, $copy, $again);
    gc_collect_cycles();
}
"#;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| loxo_fuzz::run(PROGRAM, bytes));
