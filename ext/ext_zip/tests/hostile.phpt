--TEST--
Damaged archives, and names that lead out of the folder
--FILE--
<?php
$path = __DIR__ . '/own_hostile.zip';
$out = __DIR__ . '/own_hostile_out';
$zip = new ZipArchive();
$zip->open($path, ZipArchive::CREATE | ZipArchive::OVERWRITE);
$zip->addFromString('../../escaped.txt', 'a');
$zip->addFromString('/rooted.txt', 'b');
$zip->addFromString('sub/../../up.txt', 'c');
$zip->addFromString('deep/er/file.txt', 'd');
$zip->close();
$zip->open($path);
var_dump($zip->extractTo($out));
$zip->close();
$found = [];
foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($out, FilesystemIterator::SKIP_DOTS)) as $file) {
    $found[] = substr($file->getPathname(), strlen($out));
}
sort($found);
print_r($found);
var_dump(file_exists(__DIR__ . '/up.txt'), file_exists(dirname(__DIR__) . '/escaped.txt'));

$good = file_get_contents($path);
$end = strrpos($good, "PK\5\6");
$damaged = [
    'cut in two' => substr($good, 0, strlen($good) >> 1),
    'too many entries' => substr_replace($good, "\xff\xff\xff\xff", $end + 8, 4),
    'directory outside' => substr_replace($good, "\xff\xff\xff\x7f", $end + 16, 4),
    'directory too long' => substr_replace($good, "\xff\xff\xff\x7f", $end + 12, 4),
    'no archive' => str_repeat('x', 100),
];
foreach ($damaged as $what => $bytes) {
    file_put_contents($path, $bytes);
    echo $what, ': ', json_encode($zip->open($path)), "\n";
}
file_put_contents($path, str_replace("PK\1\2", "PK\1\3", $good));
var_dump($zip->open($path) === ZipArchive::ER_NOZIP || $zip->open($path) === ZipArchive::ER_INCONS);

$zip->open($path, ZipArchive::CREATE | ZipArchive::OVERWRITE);
$zip->addFromString('file', str_repeat('content', 5));
$zip->setCompressionName('file', ZipArchive::CM_STORE);
$zip->close();
file_put_contents($path, str_replace('contentcontent', 'CONTENTcontent', file_get_contents($path)));
$zip->open($path);
var_dump($zip->getFromName('file') === false, $zip->getStatusString());
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/own_hostile.zip');
$out = __DIR__ . '/own_hostile_out';
if (is_dir($out)) {
    foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($out, FilesystemIterator::SKIP_DOTS), RecursiveIteratorIterator::CHILD_FIRST) as $file) {
        $file->isDir() ? rmdir($file) : unlink($file);
    }
    rmdir($out);
}
?>
--EXPECT--
bool(true)
Array
(
    [0] => /deep/er/file.txt
    [1] => /escaped.txt
    [2] => /rooted.txt
    [3] => /up.txt
)
bool(false)
bool(false)
cut in two: 35
too many entries: 21
directory outside: 35
directory too long: 21
no archive: 19
bool(false)
bool(false)
string(8) "No error"
