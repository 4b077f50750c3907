//! Images of all formats, and fonts: they are read, drawn on and written again.
#![no_main]

const PROGRAM: &str = r#"
ini_set('display_errors', '0');
$path = sys_get_temp_dir() . '/loxo_fuzz_' . getmypid() . '.image';
file_put_contents($path, $data);
$readers = ['gif', 'jpeg', 'png', 'webp', 'avif', 'bmp', 'wbmp', 'xbm', 'xpm', 'tga', 'gd', 'gd2'];
$images = [imagecreatefromstring($data)];
foreach ($readers as $reader) {
    $images[] = ("imagecreatefrom$reader")($path);
}
$images[] = imagecreatefromgd2part($path, 3, 2, 100, 90);
if ($font = imageloadfont($path)) {
    imagestring(imagecreate(50, 50), $font, 3, 3, "A\0b\xff", 1);
}
$sheet = imagecreatetruecolor(60, 40);
imagettftext($sheet, 12, 20, 5, 30, 0xffffff, $path, 'Ab &#65;');
foreach (array_filter($images) as $image) {
    if (imagesx($image) > 300 || imagesy($image) > 300) {
        continue;
    }
    imagefill($image, 1, 1, 2);
    imagecopyresampled($sheet, $image, 0, 0, 0, 0, 60, 40, imagesx($image), imagesy($image));
    imagecolortransparent($image);
    imagerotate($image, 30, 1);
    ob_start();
    foreach (['gif', 'png', 'bmp', 'wbmp', 'gd', 'gd2'] as $writer) {
        ("image$writer")($image);
    }
    imagexbm($image, null);
    ob_end_clean();
}
unlink($path);
"#;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| loxo_fuzz::run(PROGRAM, bytes));
