--TEST--
url_stat() of a program's wrapper: the flags that functions pass
--FILE--
<?php
class Store {
    public $context;
    function url_stat(string $path, int $flags): array|false {
        echo ' ', $flags;
        return str_ends_with($path, 'none') ? false : stat(__FILE__);
    }
}
stream_wrapper_register('store', 'Store');
foreach (['store://file', 'store://none'] as $path) {
    foreach (['file_exists', 'is_file', 'is_link', 'is_writable', 'filesize', 'filetype', 'stat', 'lstat'] as $function) {
        echo $function, ':';
        clearstatcache();
        @$function($path);
        echo "\n";
    }
    $info = new SplFileInfo($path);
    foreach (['isFile', 'isLink', 'isReadable', 'getSize', 'getType'] as $method) {
        echo $method, ':';
        clearstatcache();
        try {
            $info->$method();
        } catch (RuntimeException $error) {
            echo ' ', $error->getMessage();
        }
        echo "\n";
    }
}
set_include_path('store://');
var_dump(stream_resolve_include_path('x.php'));
--EXPECT--
file_exists: 6
is_file: 6
is_link: 7
is_writable: 6
filesize: 4
filetype: 5
stat: 4
lstat: 5
isFile: 6
isLink: 7
isReadable: 6
getSize: 4
getType: 5
file_exists: 6
is_file: 6
is_link: 7
is_writable: 6
filesize: 4
filetype: 5
stat: 4
lstat: 5
isFile: 6
isLink: 7
isReadable: 6
getSize: 4 SplFileInfo::getSize(): stat failed for store://none
getType: 5 SplFileInfo::getType(): Lstat failed for store://none
 2string(14) "store:///x.php"
