--TEST--
An archive is made, read, and turned into each format
--INI--
phar.readonly=0
phar.require_hash=0
--FILE--
<?php
$base = __DIR__ . '/own_formats';
$phar = new Phar("$base.phar", 0, 'own');
$phar['hello.txt'] = 'Hello, archive';
$phar['lib/a.php'] = '<?php return __FILE__;';
$phar->addEmptyDir('empty/folder');
$phar->setMetadata(['version' => 3, 'tags' => ['x', 'y']]);
$phar['hello.txt']->setMetadata('greeting');
$phar->setStub("<?php echo 'stub of ', basename(__FILE__), \"\\n\"; __HALT_COMPILER(); ?>");

function show(PharData|Phar $archive): void
{
    $names = [];
    foreach (new RecursiveIteratorIterator($archive, RecursiveIteratorIterator::SELF_FIRST) as $file) {
        $names[] = $file->getFilename() . ($file->isDir() ? '/' : '');
    }
    sort($names);
    echo implode(' ', $names), ' | ', count($archive), ' | ', json_encode($archive->getMetadata()), ' | ';
    echo $archive['hello.txt']->getContent(), ' | ', json_encode($archive['hello.txt']->getMetadata()), "\n";
}

show($phar);
var_dump($phar->getAlias(), $phar->getSignature()['hash_type'], $phar->isFileFormat(Phar::PHAR));
include "$base.phar";
echo basename(include 'phar://own/lib/a.php'), ' ', strlen(file_get_contents('phar://own/hello.txt')), "\n";

foreach ([Phar::TAR => '.phar.tar', Phar::ZIP => '.phar.zip'] as $format => $ending) {
    $other = $phar->convertToExecutable($format, Phar::NONE, $ending);
    show($other);
    var_dump($other->isFileFormat($format));
    echo basename($other->getPath()), ' ', bin2hex(file_get_contents("$base$ending", false, null, 0, 4)), "\n";
}
$plain = $phar->convertToData(Phar::TAR, Phar::GZ);
show($plain);
echo basename($plain->getPath()), ' ', bin2hex(file_get_contents("$base.tar.gz", false, null, 0, 2)), "\n";
var_dump($plain->isWritable(), isset($plain['nothing']));
try {
    $plain['nothing'];
} catch (BadMethodCallException $e) {
    echo str_replace(__DIR__, '', $e->getMessage()), "\n";
}
?>
--CLEAN--
<?php
foreach (['.phar', '.phar.tar', '.phar.zip', '.tar.gz', '.tar'] as $ending) {
    @unlink(__DIR__ . '/own_formats' . $ending);
}
?>
--EXPECT--
 | 3 | {"version":3,"tags":["x","y"]} | Hello, archive | "greeting"
string(3) "own"
string(7) "SHA-256"
bool(true)
stub of own_formats.phar
a.php 14
a.php empty/ folder/ hello.txt lib/ | 6 | {"version":3,"tags":["x","y"]} | Hello, archive | "greeting"
bool(true)
own_formats.phar.tar 68656c6c
a.php empty/ folder/ hello.txt lib/ | 4 | {"version":3,"tags":["x","y"]} | Hello, archive | "greeting"
bool(true)
own_formats.phar.zip 504b0304
a.php empty/ folder/ hello.txt lib/ | 5 | {"version":3,"tags":["x","y"]} | Hello, archive | "greeting"
own_formats.tar.gz 1f8b
bool(true)
bool(false)
Entry nothing does not exist
