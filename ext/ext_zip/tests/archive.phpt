--TEST--
ZipArchive writes, reads, renames and removes
--FILE--
<?php
$path = __DIR__ . '/own_archive.zip';
$zip = new ZipArchive();
var_dump($zip->open($path), $zip->open($path, ZipArchive::CREATE));
$zip->addFromString('text/long.txt', str_repeat('all work and no play ', 100));
$zip->addFromString('empty.txt', '');
$zip->addEmptyDir('folder');
$zip->addFile(__FILE__, 'self.php', 0, 5);
$zip->setCompressionName('text/long.txt', ZipArchive::CM_BZIP2);
$zip->setArchiveComment('of the archive');
$zip->setCommentName('empty.txt', 'of the file');
$zip->setExternalAttributesName('empty.txt', ZipArchive::OPSYS_UNIX, 0o100600 << 16);
var_dump(count($zip), $zip->close());

var_dump($zip->open($path, ZipArchive::CHECKCONS));
for ($i = 0; $i < $zip->numFiles; $i++) {
    $stat = $zip->statIndex($i);
    echo $stat['name'], ' ', $stat['size'], ' ', $stat['comp_method'], ' ', dechex($stat['crc']), "\n";
}
echo strlen($zip->getFromName('text/long.txt')), ' ', $zip->getFromName('self.php'), ' ', $zip->comment, ' ', $zip->getCommentIndex(1), "\n";
$zip->getExternalAttributesName('empty.txt', $system, $attributes);
printf("%d %o\n", $system, $attributes >> 16);
var_dump($zip->locateName('LONG.TXT', ZipArchive::FL_NOCASE | ZipArchive::FL_NODIR));
var_dump($zip->renameName('empty.txt', 'renamed.txt'), $zip->renameIndex(0, 'renamed.txt'), $zip->getStatusString());
var_dump($zip->deleteName('folder/'), $zip->unchangeIndex(1), $zip->getNameIndex(1), $zip->close());

echo substr(file_get_contents("zip://$path#text/long.txt"), -8), "|\n";
$zip->open($path, ZipArchive::RDONLY);
var_dump($zip->locateName('folder/'), $zip->addFromString('late', ''), $zip->status === ZipArchive::ER_RDONLY);
$stream = $zip->getStream('text/long.txt');
$zip->close();
var_dump(fread($stream, 4));
try {
    $zip->addEmptyDir('x');
} catch (ValueError $e) {
    echo $e->getMessage(), "\n";
}
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/own_archive.zip');
?>
--EXPECTF--
int(9)
bool(true)
int(4)
bool(true)
bool(true)
text/long.txt 2100 12 1467a730
empty.txt 0 0 0
folder/ 0 0 0
self.php 5 0 a36bb2ae
2100 <?php of the archive of the file
3 100600
int(0)
bool(true)
bool(false)
string(19) "File already exists"
bool(true)
bool(true)
string(9) "empty.txt"
bool(true)
no play |
bool(false)
bool(false)
bool(true)

Warning: fread(): Zip stream error: Containing zip archive was closed in %s on line 32
bool(false)
Invalid or uninitialized Zip object
