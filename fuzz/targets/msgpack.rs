//! MessagePack: any bytes, whole and in pieces, with all options; what came of them is packed and unpacked again.
#![no_main]

const PROGRAM: &str = r#"
class Plain { public $a; protected $b = 1; private $c = []; public ?int $d; }
class Wakes extends Plain { public function __wakeup(): void { $this->a = $this; } }
class Magic { public $data; public function __serialize(): array { return [$this->data]; } public function __unserialize(array $data): void { $this->data = $data; } }
class Custom implements Serializable {
    public $data;
    public function serialize() { return 'x'; }
    public function unserialize($data) { $this->data = msgpack_unpack($data); }
    public function __serialize(): array { return []; }
}
enum Suit: string { case Hearts = 'h'; }
function attempt(Closure $work) {
    try {
        return $work();
    } catch (Throwable) {
        return null;
    }
}
error_reporting(0);
foreach ([[1, 1, 0], [0, 1, 1], [1, 0, 1], [0, 0, 0]] as [$php, $assoc, $insert]) {
    ini_set('msgpack.php_only', $php);
    ini_set('msgpack.assoc', $assoc);
    ini_set('msgpack.illegal_key_insert', $insert);
    $value = attempt(fn() => msgpack_unpack($data));
    attempt(fn() => msgpack_unpack($data, new Plain));
    attempt(fn() => msgpack_unpack($data, [[new Wakes, 'x']]));
    attempt(fn() => msgpack_unpack($data, ['k' => Magic::class, 'l' => [1]]));
    $packed = attempt(fn() => msgpack_pack($value));
    is_string($packed) && attempt(fn() => msgpack_unpack($packed));
    $unpacker = new MessagePackUnpacker((bool) $php);
    $size = 1 + strlen($data) % 7;
    foreach (str_split($data, $size) as $piece) {
        attempt(fn() => $unpacker->feed($piece));
        if (attempt(fn() => $unpacker->execute())) {
            attempt(fn() => $unpacker->data());
        }
    }
    attempt(fn() => $unpacker->data(Plain::class));
    $offset = $size;
    $other = new MessagePackUnpacker;
    while ($offset < strlen($data) && attempt(function () use ($other, $data, &$offset) { return $other->execute($data, $offset); })) {
        $other->data();
    }
}
"#;

libfuzzer_sys::fuzz_target!(|data: &[u8]| loxo_fuzz::run(PROGRAM, data));
