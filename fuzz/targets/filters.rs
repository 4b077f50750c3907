//! Chains of stream filters. The first line is the chain, as `php://filter` has it; what stands behind it flows through in pieces.
#![no_main]

const PROGRAM: &str = r#"
ini_set('display_errors', '0');
[$chain, $text] = explode("\n", $data, 2) + [1 => ''];
// A chain that grows its input at each step ends with the memory; that is known.
$names = array_slice(preg_split('~[|/]~', $chain), 0, 6);
$whole = '';
foreach ([1, 7, 8192] as $size) {
    $stream = fopen('php://memory', 'w+');
    fwrite($stream, $text);
    rewind($stream);
    foreach ($names as $name) {
        try {
            stream_filter_append($stream, rawurldecode($name), STREAM_FILTER_READ, ['line-length' => 20, 'line-break-chars' => "\r\n", 'window' => 15]);
        } catch (ValueError | TypeError) {
        }
    }
    for ($read = 0; !feof($stream) && $read < 100000;) {
        $piece = fread($stream, $size);
        if ($piece === false) {
            break;
        }
        $read += max(1, strlen($piece));
    }
    fclose($stream);
    $stream = fopen('php://memory', 'w+');
    $filters = [];
    foreach ($names as $name) {
        try {
            $filters[] = stream_filter_append($stream, rawurldecode($name), STREAM_FILTER_WRITE);
        } catch (ValueError | TypeError) {
        }
    }
    foreach (str_split(substr($text, 0, 2000), $size) as $piece) {
        fwrite($stream, $piece);
    }
    // Those that are taken away first let go of what they have kept.
    if ($filter = array_shift($filters)) {
        stream_filter_remove($filter);
    }
    fclose($stream);
}
$path = 'php://filter/' . strtr($chain, "\0", '0') . '/resource=data:,' . rawurlencode($text);
@file_get_contents($path, false, null, 0, 100000);
@file_get_contents('data:' . $text);
"#;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| loxo_fuzz::run(PROGRAM, bytes));
