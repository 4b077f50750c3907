--TEST--
Flags, versions and attributes of what is written
--FILE--
<?php
$path = tempnam(sys_get_temp_dir(), 'zip');
$file = tempnam(sys_get_temp_dir(), 'file');
file_put_contents($file, str_repeat("hello world\n", 50));
chmod($file, 0754);
function show($path) {
    $data = file_get_contents($path);
    $at = 0;
    while (substr($data, $at, 4) == "PK\3\4") {
        $h = unpack('vversion/vflags/vmethod/vtime/vdate/Vcrc/Vpacked/Vsize/vname/vextra', substr($data, $at + 4));
        echo substr($data, $at + 30, $h['name']), " version $h[version] flags $h[flags] method $h[method]\n";
        $at += 30 + $h['name'] + $h['extra'] + $h['packed'];
        if ($h['flags'] & 8) {
            $d = unpack('Vmagic/Vcrc/Vpacked/Vsize', substr($data, $at));
            echo dechex($d['magic']), ' ', $d['crc'] == $h['crc'] ? 'same' : 'other', " $d[packed] $d[size]\n";
            $at += 16;
        }
    }
    while (substr($data, $at, 4) == "PK\1\2") {
        $h = unpack('vby/vversion/vflags/vmethod/vtime/vdate/Vcrc/Vpacked/Vsize/vname/vextra/vcomment/vdisk/vinternal/Vexternal', substr($data, $at + 4));
        echo substr($data, $at + 46, $h['name']), " by $h[by] version $h[version] flags $h[flags] external ", dechex($h['external']), "\n";
        $at += 46 + $h['name'] + $h['extra'] + $h['comment'];
    }
}
$text = str_repeat("hello world\n", 50);
$zip = new ZipArchive;
$zip->open($path, ZipArchive::CREATE | ZipArchive::OVERWRITE);
$zip->addFromString('default', $text);
$zip->addFromString('stored', $text);
$zip->setCompressionName('stored', ZipArchive::CM_STORE);
foreach ([1, 2, 3, 6, 7, 8, 9] as $level) {
    $zip->addFromString("level $level", $text);
    $zip->setCompressionName("level $level", ZipArchive::CM_DEFLATE, $level);
}
$zip->addFromString('bzip2', $text);
$zip->setCompressionName('bzip2', ZipArchive::CM_BZIP2);
$zip->addFromString('short', 'x');
$zip->addFromString('empty', '');
$zip->addFile($file, 'file');
$zip->addFile($file, 'attributes');
$zip->setExternalAttributesName('attributes', ZipArchive::OPSYS_UNIX, 0100600 << 16);
$zip->addEmptyDir('folder');
$zip->addFromString('secret', $text);
$zip->setEncryptionName('secret', ZipArchive::EM_TRAD_PKWARE, 'x');
$zip->close();
show($path);
echo "-- once more\n";
$zip->open($path);
$zip->renameName('level 1', 'renamed');
$zip->deleteName('stored');
$zip->close();
show($path);
unlink($path);
unlink($file);
--EXPECT--
default version 20 flags 2 method 8
stored version 10 flags 0 method 0
level 1 version 20 flags 4 method 8
level 2 version 20 flags 4 method 8
level 3 version 20 flags 0 method 8
level 6 version 20 flags 0 method 8
level 7 version 20 flags 0 method 8
level 8 version 20 flags 2 method 8
level 9 version 20 flags 2 method 8
bzip2 version 46 flags 0 method 12
short version 20 flags 0 method 0
empty version 20 flags 0 method 0
file version 20 flags 2 method 8
attributes version 20 flags 2 method 8
folder/ version 20 flags 0 method 0
secret version 20 flags 11 method 8
8074b50 same 33 600
default by 831 version 20 flags 2 external 81b60000
stored by 831 version 10 flags 0 external 81b60000
level 1 by 831 version 20 flags 4 external 81b60000
level 2 by 831 version 20 flags 4 external 81b60000
level 3 by 831 version 20 flags 0 external 81b60000
level 6 by 831 version 20 flags 0 external 81b60000
level 7 by 831 version 20 flags 0 external 81b60000
level 8 by 831 version 20 flags 2 external 81b60000
level 9 by 831 version 20 flags 2 external 81b60000
bzip2 by 831 version 46 flags 0 external 81b60000
short by 831 version 20 flags 0 external 81b60000
empty by 831 version 20 flags 0 external 81b60000
file by 831 version 20 flags 2 external 81ec0000
attributes by 831 version 20 flags 2 external 81800000
folder/ by 831 version 20 flags 0 external 41ff0000
secret by 831 version 20 flags 11 external 81b60000
-- once more
default version 20 flags 2 method 8
renamed version 20 flags 4 method 8
level 2 version 20 flags 4 method 8
level 3 version 20 flags 0 method 8
level 6 version 20 flags 0 method 8
level 7 version 20 flags 0 method 8
level 8 version 20 flags 2 method 8
level 9 version 20 flags 2 method 8
bzip2 version 46 flags 0 method 12
short version 20 flags 0 method 0
empty version 20 flags 0 method 0
file version 20 flags 2 method 8
attributes version 20 flags 2 method 8
folder/ version 20 flags 0 method 0
secret version 20 flags 11 method 8
8074b50 same 33 600
default by 831 version 20 flags 2 external 81b60000
renamed by 831 version 20 flags 4 external 81b60000
level 2 by 831 version 20 flags 4 external 81b60000
level 3 by 831 version 20 flags 0 external 81b60000
level 6 by 831 version 20 flags 0 external 81b60000
level 7 by 831 version 20 flags 0 external 81b60000
level 8 by 831 version 20 flags 2 external 81b60000
level 9 by 831 version 20 flags 2 external 81b60000
bzip2 by 831 version 46 flags 0 external 81b60000
short by 831 version 20 flags 0 external 81b60000
empty by 831 version 20 flags 0 external 81b60000
file by 831 version 20 flags 2 external 81ec0000
attributes by 831 version 20 flags 2 external 81800000
folder/ by 831 version 20 flags 0 external 41ff0000
secret by 831 version 20 flags 11 external 81b60000
