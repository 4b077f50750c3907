--TEST--
exif_imagetype() knows what getimagesize() knows, and tags that no table has
--FILE--
<?php
$path = tempnam(sys_get_temp_dir(), 'exif');
foreach (["\0\0\x09\x02\xff\x80\x7f\0", "#define a_width 3\n#define b_height 4\n", 'GIF', "CWS", "\xff\x4f\xff", "\0\0\0\x18ftypavif", "abcdefghijkl"] as $data) {
    file_put_contents($path, $data);
    var_dump(exif_imagetype($path));
}
$entry = fn($tag) => pack('vvVa4', $tag, 7, 4, 'text');
file_put_contents($path, "II\x2a\0" . pack('Vv', 8, 1) . pack('vvVV', 0x8825, 4, 1, 26) . pack('V', 0) . pack('v', 2) . $entry(0xffff) . $entry(0xfffe) . pack('V', 0));
print_r(exif_read_data($path, '', true)['GPS']);
unlink($path);
?>
--EXPECT--
int(15)
int(16)
int(1)
int(13)
int(9)
int(19)
bool(false)
Array
(
    [No tag value] => text
    [Computed value] => text
)
