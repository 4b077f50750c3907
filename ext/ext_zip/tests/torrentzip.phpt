--TEST--
The torrentzip format: the same files give the same archive
--FILE--
<?php
$path = __DIR__ . '/own_torrentzip.zip';
$sums = [];
foreach ([['b.txt', 'A.txt'], ['A.txt', 'b.txt']] as $names) {
    $zip = new ZipArchive();
    $zip->open($path, ZipArchive::CREATE | ZipArchive::OVERWRITE);
    var_dump($zip->setArchiveFlag(ZipArchive::AFL_WANT_TORRENTZIP, 1));
    foreach ($names as $name) {
        $zip->addFromString($name, str_repeat("content of $name ", 20));
    }
    var_dump($zip->setCommentName('b.txt', 'none'), $zip->status === ZipArchive::ER_NOT_ALLOWED, $zip->setMtimeName('b.txt', 1));
    $zip->close();
    $sums[] = md5_file($path);
}
var_dump($sums[0] === $sums[1]);
$zip->open($path, ZipArchive::CHECKCONS);
var_dump($zip->getArchiveFlag(ZipArchive::AFL_IS_TORRENTZIP), $zip->comment, $zip->getNameIndex(0));
$zip->addFromString('c.txt', '');
$zip->close();
$zip->open($path);
var_dump($zip->getArchiveFlag(ZipArchive::AFL_IS_TORRENTZIP), $zip->getFromName('A.txt') === str_repeat('content of A.txt ', 20));
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/own_torrentzip.zip');
?>
--EXPECT--
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
int(1)
string(0) ""
string(5) "A.txt"
int(0)
bool(true)
