//! What image files say of themselves: EXIF, IPTC, sizes; by name and as strings.
#![no_main]

const PROGRAM: &str = r#"
ini_set('display_errors', '0');
$path = sys_get_temp_dir() . '/loxo_fuzz_' . getmypid() . '.metadata';
file_put_contents($path, $data);
foreach (['ISO-8859-15', 'UTF-8', 'ASCII'] as $encoding) {
    ini_set('exif.encode_unicode', $encoding);
    $all = exif_read_data($path, '', true, true);
    exif_read_data($path, 'IFD0,THUMBNAIL', false, false);
}
foreach (is_array($all) ? $all : [] as $section) {
    is_array($section) || exit(77);
}
exif_thumbnail($path, $width, $height, $type);
exif_imagetype($path);
$size = getimagesize($path, $info);
$size === getimagesizefromstring($data, $same) && $info === $same || exit(77);
foreach ($info as $segment) {
    iptcparse($segment);
}
iptcparse($data);
getimagesizefromstring((string) iptcembed("\x1c\x02\x05\0\x01a", $path));
unlink($path);
"#;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| loxo_fuzz::run(PROGRAM, bytes));
