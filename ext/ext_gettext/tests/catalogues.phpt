--TEST--
Messages come from the catalogues of the languages that are wanted
--SKIPIF--
<?php
if (!is_dir('/usr/lib/locale/C.utf8')) {
    die('skip the system has no locale to make others of');
}
?>
--FILE--
<?php
// The system may have no locale but C: under another name its files are another one.
$base = sys_get_temp_dir() . '/loxo-gettext-' . getmypid();
$locales = "$base/locales/xx_YY.UTF-8";
mkdir("$locales/LC_MESSAGES", 0777, true);
foreach (glob('/usr/lib/locale/C.utf8/{LC_*,LC_MESSAGES/*}', GLOB_BRACE) as $file) {
    if (is_file($file)) {
        copy($file, str_replace('/usr/lib/locale/C.utf8', $locales, $file));
    }
}
function catalogue(string $path, array $messages): void
{
    ksort($messages, SORT_STRING);
    $count = count($messages);
    $at = 28 + 16 * $count;
    [$tables, $texts] = ['', ''];
    foreach ([array_keys($messages), array_values($messages)] as $column) {
        foreach ($column as $text) {
            $tables .= pack('V2', strlen($text), $at + strlen($texts));
            $texts .= "$text\0";
        }
    }
    @mkdir(dirname($path), 0777, true);
    file_put_contents($path, pack('V7', 0x950412de, 0, $count, 28, 28 + 8 * $count, 0, $at) . $tables . $texts);
}
$head = "Content-Type: text/plain; charset=%s\nPlural-Forms: nplurals=3; plural=n==1 ? 0 : n%%10>=2 && n%%10<=4 && (n%%100<10 || n%%100>=20) ? 1 : 2;\n";
catalogue("$base/xx/LC_MESSAGES/app.mo", ['' => sprintf($head, 'UTF-8'), 'Hello' => 'Hallo ä', "one\0many" => "f0\0f1\0f2", 'two' => 'zwei']);
catalogue("$base/xx_YY/LC_MESSAGES/app.mo", ['' => sprintf($head, 'ISO-8859-1'), 'two' => "zwo \xe4"]);
catalogue("$base/zz/LC_MESSAGES/app.mo", ['' => sprintf($head, 'no-such'), 'Hello' => 'never']);
catalogue("$base/yy/LC_TIME/app.mo", ['Hello' => 'time']);
catalogue("$base/yy/LC_MESSAGES/other.mo", ['Hello' => 'other']);
$program = <<<'PHP'
    <?php
    foreach (['C' => 'xx', 'C.UTF-8' => 'xx', 'xx_YY.UTF-8' => '', 'xx_YY.UTF-8 ' => 'zz:yy:xx', 'xx_YY.UTF-8  ' => 'yy', 'xx_YY.UTF-8   ' => 'C:xx'] as $name => $languages) {
        putenv($languages === '' ? 'LANGUAGE' : "LANGUAGE=$languages");
        echo setlocale(LC_ALL, 'C') . setlocale(LC_ALL, trim($name)), " $languages: ";
        foreach (['app', 'other'] as $domain) {
            bindtextdomain($domain, $argv[1]);
        }
        textdomain('app');
        echo _('Hello'), ', ', gettext('two'), ', ', dgettext('other', 'Hello'), ', ', dcgettext('app', 'Hello', LC_TIME), ', ', _('none'), ';';
        foreach ([0, 1, 2, 5, 12, 22] as $n) {
            echo ' ', ngettext('one', 'many', $n);
        }
        echo ' ', dngettext('other', 'one', 'many', 1), dcngettext('app', 'one', 'many', 3, LC_TIME), "\n";
    }
    putenv('LANGUAGE=');
    bind_textdomain_codeset('app', 'ISO-8859-1');
    setlocale(LC_ALL, 'xx_YY.UTF-8');
    echo bin2hex(_('two')), "\n";
    PHP;
file_put_contents("$base/program.php", $program);
passthru('LOCPATH=' . escapeshellarg("$base/locales") . ' ' . escapeshellarg(PHP_BINARY) . ' -n ' . escapeshellarg("$base/program.php") . ' ' . escapeshellarg($base));
passthru('rm -r ' . escapeshellarg($base));
?>
--EXPECT--
CC xx: Hello, two, Hello, Hello, none; many one many many many many onemany
CC.UTF-8 xx: Hello, two, Hello, Hello, none; many one many many many many onemany
Cxx_YY.UTF-8 : Hallo ä, zwo ä, Hello, Hello, none; f2 f0 f1 f2 f2 f1 onemany
Cxx_YY.UTF-8 zz:yy:xx: Hallo ä, zwei, other, time, none; f2 f0 f1 f2 f2 f1 onemany
Cxx_YY.UTF-8 yy: Hello, two, other, time, none; many one many many many many onemany
Cxx_YY.UTF-8 C:xx: Hello, two, Hello, Hello, none; many one many many many many onemany
7a776f20e4
