--TEST--
Files and directories
--FILE--
<?php
$root = sys_get_temp_dir() . '/spl_files_' . getmypid();
mkdir("$root/sub/deep", 0777, true);
file_put_contents("$root/a.txt", "one\ntwo\n\nfour");
file_put_contents("$root/sub/b.csv", "x,\"y\nz\"\n1,2\n");
file_put_contents("$root/sub/deep/c.txt", '');
$info = new SplFileInfo("$root/a.txt");
echo $info->getFilename(), ' ', $info->getExtension(), ' ', $info->getBasename('.txt'), ' ', $info->getSize(), ' ', $info->getType(), "\n";
var_dump($info->isFile(), $info->getPath() === $root, $info->getPathInfo()->getFilename() === basename($root));
$names = [];
$files = new RecursiveIteratorIterator(new RecursiveDirectoryIterator($root, FilesystemIterator::SKIP_DOTS), RecursiveIteratorIterator::SELF_FIRST);
foreach ($files as $path => $file) {
    $names[] = $files->getSubPathname() . ($file->isDir() ? '/' : '');
}
sort($names);
echo implode(' ', $names), "\n";
$names = [];
foreach (new DirectoryIterator($root) as $entry) {
    $names[] = $entry->getFilename() . ($entry->isDot() ? '*' : '');
}
sort($names);
echo implode(' ', $names), "\n";
$glob = new GlobIterator("$root/*.txt", FilesystemIterator::KEY_AS_FILENAME);
echo count($glob), ' ', $glob->key(), "\n";
$file = new SplFileObject("$root/a.txt");
foreach ($file as $number => $line) {
    echo $number, json_encode($line), ' ';
}
$file->setFlags(SplFileObject::DROP_NEW_LINE | SplFileObject::READ_AHEAD | SplFileObject::SKIP_EMPTY);
echo json_encode(iterator_to_array($file, false)), "\n";
$file->setFlags(0);
$file->seek(1);
echo $file->key(), trim($file->current()), "\n";
$csv = new SplFileObject("$root/sub/b.csv");
$csv->setFlags(SplFileObject::READ_CSV | SplFileObject::READ_AHEAD | SplFileObject::SKIP_EMPTY | SplFileObject::DROP_NEW_LINE);
echo json_encode(iterator_to_array($csv, false)), "\n";
$memory = new SplTempFileObject;
$memory->fputcsv(['a b', 'c'], ';', '"', '');
$memory->rewind();
echo $memory->fgets();
foreach ([fn() => new SplFileObject("$root/none"), fn() => new SplFileObject($root), fn() => new DirectoryIterator("$root/none"), fn() => (new SplFileInfo("$root/none"))->getSize(), fn() => $memory->fgets()] as $wrong) {
    try {
        $wrong();
    } catch (Exception $e) {
        echo get_class($e), ': ', str_replace($root, '', $e->getMessage()), "\n";
    }
}
unset($file, $csv, $files, $glob, $info, $entry);
foreach (["a.txt", "sub/b.csv", "sub/deep/c.txt"] as $name) {
    unlink("$root/$name");
}
array_map('rmdir', ["$root/sub/deep", "$root/sub", $root]);
--EXPECT--
a.txt txt a 13 file
bool(true)
bool(true)
bool(true)
a.txt sub/ sub/b.csv sub/deep/ sub/deep/c.txt
.* ..* a.txt sub
1 a.txt
0"one\n" 1"two\n" 2"\n" 3"four" ["one","two","four"]
1two
[["x","y\nz"],["1","2"]]
"a b";c
RuntimeException: SplFileObject::__construct(/none): Failed to open stream: No such file or directory
LogicException: Cannot use SplFileObject with directories
UnexpectedValueException: DirectoryIterator::__construct(/none): Failed to open directory: No such file or directory
RuntimeException: SplFileInfo::getSize(): stat failed for /none
RuntimeException: Cannot read from file php://temp

