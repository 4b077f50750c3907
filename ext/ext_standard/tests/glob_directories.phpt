--TEST--
glob(): directories named in the pattern, and slashes at its end
--FILE--
<?php
$root = sys_get_temp_dir() . '/glob' . getmypid();
mkdir("$root/x/y", 0777, true);
array_map('touch', ["$root/f", "$root/x/a.txt", "$root/x/y/z.txt"]);
chdir($root);
foreach (['*', '*/', 'f/', 'f/*', 'x/', 'x//*', 'x/y/../*', 'f/../*', 'x/\a.txt', '*/y/z.txt', '*/none/', 'x/y/', 'x/y//', 'x/*/', 'x/a.txt/', 'none/*'] as $pattern) {
    $found = [];
    foreach ([0, GLOB_MARK, GLOB_ONLYDIR, GLOB_ERR, GLOB_NOCHECK] as $flags) {
        $found[] = json_encode(glob($pattern, $flags), JSON_UNESCAPED_SLASHES);
    }
    echo str_pad($pattern, 10), implode(' ', $found), "\n";
}
array_map('unlink', ['f', 'x/a.txt', 'x/y/z.txt']);
array_map('rmdir', ['x/y', 'x', $root]);
?>
--EXPECT--
*         ["f","x"] ["f","x/"] ["x"] ["f","x"] ["f","x"]
*/        ["x/"] ["x//"] ["x/"] ["x/"] ["x/"]
f/        [] [] [] [] ["f/"]
f/*       [] [] [] [] ["f/*"]
x/        ["x/"] ["x//"] ["x/"] ["x/"] ["x/"]
x//*      ["x//a.txt","x//y"] ["x//a.txt","x//y/"] ["x//y"] ["x//a.txt","x//y"] ["x//a.txt","x//y"]
x/y/../*  ["x/y/../a.txt","x/y/../y"] ["x/y/../a.txt","x/y/../y/"] ["x/y/../y"] ["x/y/../a.txt","x/y/../y"] ["x/y/../a.txt","x/y/../y"]
f/../*    [] [] [] [] ["f/../*"]
x/\a.txt  ["x/a.txt"] ["x/a.txt"] [] ["x/a.txt"] ["x/a.txt"]
*/y/z.txt ["x/y/z.txt"] ["x/y/z.txt"] [] ["x/y/z.txt"] ["x/y/z.txt"]
*/none/   [] [] [] [] ["*/none"]
x/y/      ["x/y/"] ["x/y/"] ["x/y/"] ["x/y/"] ["x/y/"]
x/y//     ["x/y/"] ["x/y/"] ["x/y/"] ["x/y/"] ["x/y/"]
x/*/      ["x/y/"] ["x/y/"] ["x/y/"] ["x/y/"] ["x/y/"]
x/a.txt/  ["x/a.txt"] ["x/a.txt"] [] ["x/a.txt"] ["x/a.txt"]
none/*    [] [] [] false ["none/*"]
