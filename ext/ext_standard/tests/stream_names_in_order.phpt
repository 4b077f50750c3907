--TEST--
Wrappers and filters are listed in PHP's order; one that is restored goes to the end
--FILE--
<?php
// Those that not every build has are left out.
function show(array $names) { echo implode(' ', array_diff($names, ['ftp', 'ftps', 'compress.bzip2', 'phar', 'zip', 'bzip2.*'])), "\n"; }
show(stream_get_wrappers());
stream_wrapper_unregister('file');
stream_wrapper_unregister('php');
class W {}
stream_wrapper_register('mine', 'W');
show(stream_get_wrappers());
stream_wrapper_restore('file');
stream_wrapper_restore('php');
show(stream_get_wrappers());
show(stream_get_filters());
?>
--EXPECT--
https compress.zlib php file glob data http
https compress.zlib glob data http mine
https compress.zlib glob data http mine file php
zlib.* string.rot13 string.toupper string.tolower convert.* consumed dechunk convert.iconv.*
