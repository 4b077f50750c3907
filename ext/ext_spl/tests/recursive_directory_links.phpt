--TEST--
RecursiveDirectoryIterator: what has children, with links of all kinds
--FILE--
<?php
$top = sys_get_temp_dir() . '/tree' . getmypid();
mkdir("$top/a/b", recursive: true);
mkdir("$top/empty");
touch("$top/a/b/file");
symlink("$top/a", "$top/link");
symlink("$top/a/b/file", "$top/link-to-file");
symlink("$top/nothing", "$top/dangling");
foreach ([FilesystemIterator::SKIP_DOTS, FilesystemIterator::SKIP_DOTS | FilesystemIterator::FOLLOW_SYMLINKS, 0] as $flags) {
    $found = [];
    foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($top, $flags), RecursiveIteratorIterator::SELF_FIRST) as $path => $file) {
        $found[] = substr($path, strlen($top));
    }
    sort($found);
    echo implode(' ', $found), "\n";
    $children = [];
    for ($all = new RecursiveDirectoryIterator($top, $flags); $all->valid(); $all->next()) {
        $children[$all->getFilename()] = [$all->hasChildren(), $all->hasChildren(true)];
    }
    ksort($children);
    echo json_encode($children), "\n";
}
// What an entry is says the listing, and a link is looked at.
mkdir("$top/going");
for ($all = new RecursiveDirectoryIterator($top, FilesystemIterator::SKIP_DOTS); $all->getFilename() !== 'going'; $all->next()) {
}
rmdir("$top/going");
var_dump($all->hasChildren());
for ($all->rewind(); $all->getFilename() !== 'link'; $all->next()) {
}
unlink("$top/link");
clearstatcache();
var_dump($all->hasChildren(true));
symlink("$top/a", "$top/link");
chdir($top);
for ($all = new RecursiveDirectoryIterator('a', FilesystemIterator::SKIP_DOTS); $all->valid(); $all->next()) {
    var_dump($all->getPathname(), $all->hasChildren());
}
unlink("$top/a/b/file");
array_map('unlink', ["$top/link", "$top/link-to-file", "$top/dangling"]);
array_map('rmdir', ["$top/a/b", "$top/a", "$top/empty", $top]);
--EXPECT--
/a /a/b /a/b/file /dangling /empty /link /link-to-file
{"a":[true,true],"dangling":[false,false],"empty":[true,true],"link":[false,true],"link-to-file":[false,false]}
/a /a/b /a/b/file /dangling /empty /link /link-to-file /link/b /link/b/file
{"a":[true,true],"dangling":[false,false],"empty":[true,true],"link":[true,true],"link-to-file":[false,false]}
/. /.. /a /a/. /a/.. /a/b /a/b/. /a/b/.. /a/b/file /dangling /empty /empty/. /empty/.. /link /link-to-file
{".":[false,false],"..":[false,false],"a":[true,true],"dangling":[false,false],"empty":[true,true],"link":[false,true],"link-to-file":[false,false]}
bool(true)
bool(false)
string(3) "a/b"
bool(true)
