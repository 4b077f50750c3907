//! Archives of all formats: opened as `Phar`, `PharData` and `ZipArchive`, they are read, extracted and changed.
#![no_main]

const PROGRAM: &str = r#"
ini_set('display_errors', '0');
$base = sys_get_temp_dir() . '/loxo_fuzz_' . getmypid();
$out = "$base.out";
foreach (['phar' => 'Phar', 'tar' => 'PharData', 'zip' => 'PharData'] as $ending => $class) {
    $path = "$base.$ending";
    file_put_contents($path, $data);
    try {
        $archive = new $class($path);
        $archive->getMetadata();
        foreach (new RecursiveIteratorIterator($archive, RecursiveIteratorIterator::SELF_FIRST) as $file) {
            $file->getMetadata();
            $file->isFile() && strlen($file->getContent());
        }
        $archive->extractTo($out, null, true);
        $archive['added.txt'] = 'new';
        unset($archive['added.txt']);
    } catch (Throwable) {
    }
    unset($archive, $file);
    try {
        Phar::unlinkArchive($path);
    } catch (Throwable) {
    }
    @unlink($path);
}
$path = "$base.zip";
foreach ([0, ZipArchive::CHECKCONS] as $flags) {
    file_put_contents($path, $data);
    try {
        $zip = new ZipArchive();
        if ($zip->open($path, $flags) === true) {
            $zip->setPassword('p');
            for ($i = 0; $i < min($zip->numFiles, 50); $i++) {
                $zip->statIndex($i);
                $zip->getCommentIndex($i);
                $zip->getFromIndex($i, 100000);
            }
            $zip->extractTo($out);
            $zip->addFromString('added.txt', 'new');
            $zip->renameIndex(0, 'renamed.txt');
            $zip->close();
        }
    } catch (Throwable) {
    }
    unset($zip);
    @unlink($path);
}
if (is_dir($out)) {
    foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($out, FilesystemIterator::SKIP_DOTS), RecursiveIteratorIterator::CHILD_FIRST) as $file) {
        $file->isDir() ? rmdir($file) : unlink($file);
    }
    rmdir($out);
}
"#;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| loxo_fuzz::run(PROGRAM, bytes));
