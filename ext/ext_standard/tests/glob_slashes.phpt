--TEST--
glob(): several slashes, and what is no match at all
--FILE--
<?php
$root = sys_get_temp_dir() . '/slashes' . getmypid();
mkdir("$root/sub", 0777, true);
mkdir("$root/a");
array_map('touch', ["$root/b", "$root/[a]", "$root/a/a", "$root/sub/a", "$root/.h"]);
chdir($root);
$patterns = ['.///', '..///', 'sub///', 'a///', '*///', 'sub//*', '*///a', '///t*p///', '//tmp', '//no[s]uch', 'su\\b/n*', '//', '///', '/', 'nosuch///', 'x/', '[a]', '[a', '\[a]', '{a,b}', '{a,b}/', '{x,y}//',
    '..//sub', 'sub/..//*', '\b', 'b//', ''];
foreach ($patterns as $pattern) {
    $found = [];
    foreach ([0, GLOB_MARK, GLOB_ONLYDIR, GLOB_BRACE, GLOB_NOCHECK, GLOB_NOCHECK | GLOB_ONLYDIR, GLOB_NOCHECK | GLOB_BRACE, GLOB_NOESCAPE] as $flags) {
        $found[] = json_encode(glob($pattern, $flags), JSON_UNESCAPED_SLASHES);
    }
    echo str_pad($pattern, 10), implode(' ', $found), "\n";
}
array_map('unlink', ['b', '[a]', 'a/a', 'sub/a', '.h']);
array_map('rmdir', ['a', 'sub', $root]);
--EXPECT--
.///      [".//"] [".//"] [".//"] [".//"] [".//"] [".//"] [".//"] [".//"]
..///     ["../"] ["../"] ["../"] ["../"] ["../"] ["../"] ["../"] ["../"]
sub///    ["sub/"] ["sub/"] ["sub/"] ["sub/"] ["sub/"] ["sub/"] ["sub/"] ["sub/"]
a///      ["a//"] ["a//"] ["a//"] ["a//"] ["a//"] ["a//"] ["a//"] ["a//"]
*///      ["a//","sub//"] ["a//","sub//"] ["a//","sub//"] ["a//","sub//"] ["a//","sub//"] ["a//","sub//"] ["a//","sub//"] ["a//","sub//"]
sub//*    ["sub//a"] ["sub//a"] [] ["sub//a"] ["sub//a"] [] ["sub//a"] ["sub//a"]
*///a     ["a///a","sub///a"] ["a///a","sub///a"] [] ["a///a","sub///a"] ["a///a","sub///a"] [] ["a///a","sub///a"] ["a///a","sub///a"]
///t*p/// ["///tmp/"] ["///tmp/"] ["///tmp/"] ["///tmp/"] ["///tmp/"] ["///tmp/"] ["///tmp/"] ["///tmp/"]
//tmp     ["/tmp"] ["/tmp/"] ["/tmp"] ["/tmp"] ["/tmp"] ["/tmp"] ["/tmp"] ["/tmp"]
//no[s]uch[] [] [] [] ["/no[s]uch"] [] ["/no[s]uch"] []
su\b/n*   [] [] [] [] ["su\\b/n*"] [] ["su\\b/n*"] []
//        ["/"] ["//"] ["/"] ["/"] ["/"] ["/"] ["/"] ["/"]
///       ["//"] ["//"] ["//"] ["//"] ["//"] ["//"] ["//"] ["//"]
/         ["/"] ["//"] ["/"] ["/"] ["/"] ["/"] ["/"] ["/"]
nosuch/// [] [] [] [] ["nosuch"] [] ["nosuch"] []
x/        [] [] [] [] ["x/"] [] ["x/"] []
[a]       ["a"] ["a/"] ["a"] ["a"] ["a"] ["a"] ["a"] ["a"]
[a        [] [] [] [] ["[a"] [] ["[a"] []
\[a]      ["[a]"] ["[a]"] [] ["[a]"] ["[a]"] [] ["[a]"] []
{a,b}     [] [] [] ["a","b"] ["{a,b}"] [] ["a","b"] []
{a,b}/    [] [] [] ["a/"] ["{a,b}"] [] ["a/"] []
{x,y}//   [] [] [] [] ["{x,y}"] [] ["{x,y}"] []
..//sub   [] [] [] [] ["..//sub"] [] ["..//sub"] []
sub/..//* ["sub/..//[a]","sub/..//a","sub/..//b","sub/..//sub"] ["sub/..//[a]","sub/..//a/","sub/..//b","sub/..//sub/"] ["sub/..//a","sub/..//sub"] ["sub/..//[a]","sub/..//a","sub/..//b","sub/..//sub"] ["sub/..//[a]","sub/..//a","sub/..//b","sub/..//sub"] ["sub/..//a","sub/..//sub"] ["sub/..//[a]","sub/..//a","sub/..//b","sub/..//sub"] ["sub/..//[a]","sub/..//a","sub/..//b","sub/..//sub"]
\b        ["b"] ["b"] [] ["b"] ["b"] [] ["b"] []
b//       [] [] [] [] ["b/"] [] ["b/"] []
          [] [] [] [] [""] [] [""] []
