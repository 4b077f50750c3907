//! Texts that are numbers, perhaps: bcmath and gmp agree with themselves. And what others may have left in readline's file.
#![no_main]

const PROGRAM: &str = r#"
if (strlen($data) < 2000) {
    try {
        $number = new BcMath\Number($data);
        $number - $number == 0 || exit(77);
        (string) new BcMath\Number((string) $number) === (string) $number || exit(77);
        bcadd(bcmul(bcdivmod($data, '7', 9)[0], '7', 30), bcdivmod($data, '7', 30)[1], 30) == bcadd($data, '0', 30) || strlen($data) > 30 || exit(77);
    } catch (ValueError) {
    }
    foreach ([0, 2, 10, 16, 36, 62] as $base) {
        try {
            $number = gmp_init($data, $base);
            $base && gmp_init(gmp_strval($number, $base), $base) != $number && exit(77);
            unserialize(serialize($number)) == $number || exit(77);
        } catch (ValueError) {
        }
    }
    try {
        unserialize('C:3:"GMP":' . strlen($data) . ':{' . $data . '}');
    } catch (Exception) {
    }
}
$file = tempnam(sys_get_temp_dir(), 'fuzz');
file_put_contents($file, "_HiStOrY_V2_\n" . $data);
readline_read_history($file);
unlink($file);
"#;

libfuzzer_sys::fuzz_target!(|text: &[u8]| loxo_fuzz::run(PROGRAM, text));
