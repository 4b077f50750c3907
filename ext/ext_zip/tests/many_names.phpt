--TEST--
ZipArchive finds names at once among many, and as they are when files come, go and change their names
--INI--
max_execution_time=20
--FILE--
<?php
$path = tempnam(sys_get_temp_dir(), 'zip');
$zip = new ZipArchive();
$zip->open($path, ZipArchive::CREATE | ZipArchive::OVERWRITE);
for ($i = 0; $i < 20000; $i++) {
    $zip->addFromString("d/$i", '');
}
$zip->close();
$zip->open($path);
for ($i = $sum = 0; $i < 20000; $i++) {
    $sum += $zip->locateName("d/$i");
}
var_dump($sum);
$say = fn(...$names) => print(json_encode(array_map(fn($name) => $zip->locateName($name), $names)) . "\n");
$say('d/5', 'new', 'added');
$zip->renameName('d/5', 'new');
$zip->addFromString('added', '');
$say('d/5', 'new', 'added');
$zip->deleteName('new');
$zip->addFromString('d/5', '');
$say('d/5', 'new', 'added');
$zip->unchangeIndex(5);
$say('d/5', 'new', 'added');
$zip->unchangeAll();
$say('d/5', 'new', 'added');
$zip->close();

// Two files of one name.
$data = file_get_contents($path);
file_put_contents($path, strtr($data, ['d/19999' => 'd/19998']));
$zip->open($path);
$say('d/19998', 'd/19999');
$zip->deleteName('d/19998');
$say('d/19998', 'd/19999');
$zip->renameIndex(19999, 'x');
$say('d/19998', 'x');
var_dump($zip->locateName('D/7', ZipArchive::FL_NOCASE), $zip->locateName('7', ZipArchive::FL_NODIR));
$zip->unchangeAll();
$zip->close();
unlink($path);
?>
--EXPECT--
int(199990000)
[5,false,false]
[false,5,20000]
[20001,false,20000]
[20001,false,20000]
[5,false,false]
[19998,false]
[false,false]
[false,19999]
int(7)
int(7)
