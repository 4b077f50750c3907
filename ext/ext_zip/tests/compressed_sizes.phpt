--TEST--
Files are compressed with all the memory that zlib can use, those of a torrentzip with the usual memory
--EXTENSIONS--
zip
zlib
--FILE--
<?php
$file = __DIR__ . '/compressed_sizes.zip';
mt_srand(7);
$data = '';
while (strlen($data) < 60000) {
    $data .= chr(mt_rand(0, 90) ** 2 % 251);
}
function size(string $data, int $memory): int {
    $context = deflate_init(ZLIB_ENCODING_RAW, ['level' => 9, 'memory' => $memory]);
    return strlen(deflate_add($context, $data, ZLIB_FINISH));
}
var_dump(size($data, 9) === size($data, 8));
$zip = new ZipArchive;
$zip->open($file, ZipArchive::CREATE | ZipArchive::OVERWRITE);
$zip->addFromString('a', $data);
$zip->close();
$zip->open($file);
var_dump($zip->statIndex(0)['comp_size'] === size($data, 9));
$zip->setArchiveFlag(ZipArchive::AFL_WANT_TORRENTZIP, 1);
$zip->close();
$zip->open($file);
var_dump($zip->statIndex(0)['comp_size'] === size($data, 8));
?>
--CLEAN--
<?php
unlink(__DIR__ . '/compressed_sizes.zip');
?>
--EXPECT--
bool(false)
bool(true)
bool(true)
