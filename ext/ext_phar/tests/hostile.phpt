--TEST--
Archives that lie are refused, and nothing is extracted outside of the folder
--INI--
phar.readonly=0
phar.require_hash=1
--FILE--
<?php
$base = __DIR__ . '/own_hostile';

/** One entry of a tar archive, with a claimed size. */
function entry(string $name, string $content, ?int $claimed = null): string
{
    $head = str_pad($name, 100, "\0") . sprintf("%07o\0%07o\0%07o\0%011o\0%011o\0", 0o644, 0, 0, $claimed ?? strlen($content), 1);
    $rest = '0' . str_repeat("\0", 100) . "ustar\0" . '00' . str_repeat("\0", 247);
    $sum = array_sum(unpack('C*', $head . str_repeat(' ', 8) . $rest));
    return $head . sprintf("%06o\0 ", $sum) . $rest . $content . str_repeat("\0", -strlen($content) & 511);
}

function attempt(string $path): void
{
    try {
        $archive = new PharData($path);
        foreach (new RecursiveIteratorIterator($archive) as $file) {
            echo $file->getFilename(), ' ';
        }
        $archive->extractTo(__DIR__ . '/own_hostile_out');
        echo "extracted\n";
    } catch (Exception $e) {
        echo $e::class, ': ', str_replace(__DIR__, '', $e->getMessage()), "\n";
    }
}

$end = str_repeat("\0", 1024);
file_put_contents("$base.1.tar", entry('../../escaped.txt', 'outside') . entry('fine.txt', 'inside') . $end);
attempt("$base.1.tar");
var_dump(file_exists(__DIR__ . '/../escaped.txt'), file_exists(dirname(__DIR__, 2) . '/escaped.txt'));
file_put_contents("$base.2.tar", entry('big.txt', 'small', 0o7777777777) . $end);
attempt("$base.2.tar");

$stub = "<?php __HALT_COMPILER(); ?>\r\n";
$manifest = pack('V', 0x7fffffff) . "\x11\0" . pack('V', 0) . pack('V', 0) . pack('V', 0);
foreach ([
    'length' => pack('V', 0x7fffffff) . $manifest,
    'count' => pack('V', strlen($manifest)) . $manifest,
    'name' => pack('VVvVVVV', 60, 1, 0x11, 0, 0, 0, 0x7fffffff) . str_repeat('x', 60),
    'short' => 'abc',
] as $what => $bytes) {
    file_put_contents("$base.$what.phar", $stub . $bytes);
    try {
        new Phar("$base.$what.phar");
        echo "opened\n";
    } catch (UnexpectedValueException $e) {
        echo str_replace(__DIR__, '', $e->getMessage()), "\n";
    }
}

$phar = new Phar("$base.sum.phar");
$phar['a.txt'] = 'original';
unset($phar);
$bytes = file_get_contents("$base.sum.phar");
file_put_contents("$base.changed.phar", str_replace('original', 'tampered', $bytes));
try {
    new Phar("$base.changed.phar");
} catch (UnexpectedValueException $e) {
    echo str_replace(__DIR__, '', $e->getMessage()), "\n";
}
?>
--CLEAN--
<?php
array_map('unlink', glob(__DIR__ . '/own_hostile.*.{tar,phar}', GLOB_BRACE));
array_map('unlink', glob(__DIR__ . '/own_hostile_out/*'));
@rmdir(__DIR__ . '/own_hostile_out');
?>
--EXPECT--
fine.txt extracted
bool(false)
bool(false)
UnexpectedValueException: phar error: "/own_hostile.2.tar" is a corrupted tar file (truncated)
manifest cannot be larger than 100 MB in phar "/own_hostile.length.phar"
phar "/own_hostile.count.phar" does not have a signature
phar "/own_hostile.name.phar" does not have a signature
internal corruption of phar "/own_hostile.short.phar" (truncated manifest at manifest length)
phar "/own_hostile.changed.phar" SHA256 signature could not be verified: broken signature
