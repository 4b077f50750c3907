<?php
// Writes the tables of the multi-byte character sets, by asking the reference: `cargo xtask reference php ext/ext_mbstring/tables/make.php`.
//
// A table is a tree of rows, one row per lead byte. An entry (24 bits) is a code point, or 0x200000 + row, or 0x300000 + sequence, or
// 0x400000 + how many of the bytes are read again after what they are not, or 0x400010 + how many more are lost. See src/tables.rs for the layout of the files.
ini_set('memory_limit', -1);
const BAD = 0x10FFFD;
mb_substitute_character(BAD);
mb_internal_encoding('UTF-8');

function decode(string $bytes, string $encoding): array
{
    return array_values(unpack('N*', mb_convert_encoding($bytes, 'UTF-32BE', $encoding)) ?: []);
}

/** The code points that a character set can write, each with its bytes. */
function encodable(string $encoding, ?callable $strip = null): array
{
    mb_substitute_character('none');
    $found = [];
    for ($cp = 0; $cp < 0x110000; $cp++) {
        if ($cp >= 0xD800 && $cp < 0xE000) {
            continue;
        }
        $bytes = mb_convert_encoding(pack('N', $cp), $encoding, 'UTF-32BE');
        if ($bytes !== '') {
            $found[$cp] = $strip ? $strip($bytes) : $bytes;
        }
    }
    mb_substitute_character(BAD);
    return $found;
}

class Table
{
    public array $rows = [];
    public array $known = [];
    public array $multi = [];
    /** What the rows alone say of writing: the first code of each code point. */
    public array $inverse = [];

    public function __construct(public string $encoding, public array $inner, public string $before = '', public array $leads = [])
    {
        $this->rows[] = null;
        $this->rows[0] = $this->row('');
    }

    private function isInner(string $bytes): bool
    {
        foreach ($this->inner as $pattern) {
            if (preg_match($pattern, $bytes)) {
                return true;
            }
        }
        if (strlen($bytes) > 1) {
            return false;
        }
        if ($this->leads) {
            return in_array(ord($bytes), $this->leads);
        }
        $alone = decode($this->before . $bytes, $this->encoding);
        if ($alone !== [BAD]) {
            return false;
        }
        for ($y = 0; $y < 256; $y++) {
            $two = decode($this->before . $bytes . chr($y), $this->encoding);
            if ($two !== array_merge([BAD], decode($this->before . chr($y), $this->encoding))) {
                return true;
            }
        }
        return false;
    }

    private function row(string $prefix): array
    {
        $row = [];
        for ($x = 0; $x < 256; $x++) {
            $bytes = $prefix . chr($x);
            if ($this->isInner($bytes)) {
                $inner = $this->row($bytes);
                $key = md5(implode(',', $inner));
                if (!isset($this->known[$key])) {
                    $this->known[$key] = count($this->rows);
                    $this->rows[] = $inner;
                }
                $row[] = 0x200000 + $this->known[$key];
                continue;
            }
            $codes = decode($this->before . $bytes, $this->encoding);
            if (!in_array(BAD, $codes) && count($codes) > 0) {
                if (count($codes) == 1) {
                    $this->inverse[$codes[0]] ??= $bytes;
                    $row[] = $codes[0];
                } else {
                    $row[] = 0x300000 + count($this->multi);
                    $this->multi[] = $codes;
                }
                continue;
            }
            $again = 0;
            $whole = decode($this->before . $bytes . 'AA', $this->encoding);
            for ($k = 0; $k < strlen($bytes); $k++) {
                if ($whole === array_merge([BAD], decode($this->before . substr($bytes, strlen($bytes) - $k) . 'AA', $this->encoding))) {
                    $again = $k;
                    break;
                }
            }
            if ($again == 0 && $whole === [BAD, 0x41]) {
                // It takes another byte along.
                $again = 0x11;
            }
            $row[] = 0x400000 + $again;
        }
        return $row;
    }

    public function write(string $name, array $encodable, array $sequences = []): void
    {
        $planes = ['', '', ''];
        foreach ($this->rows as $row) {
            foreach ($row as $entry) {
                $planes[0] .= chr($entry & 255);
                $planes[1] .= chr($entry >> 8 & 255);
                $planes[2] .= chr($entry >> 16);
            }
        }
        $out = pack('V', count($this->rows)) . implode($planes) . pack('v', count($this->multi));
        foreach ($this->multi as $codes) {
            $out .= chr(count($codes));
            foreach ($codes as $code) {
                $out .= substr(pack('V', $code), 0, 3);
            }
        }
        $changes = '';
        $count = 0;
        foreach ($encodable as $cp => $bytes) {
            if (($this->inverse[$cp] ?? null) !== $bytes) {
                $changes .= substr(pack('V', $cp), 0, 3) . chr(strlen($bytes)) . $bytes;
                $count++;
            }
        }
        foreach ($this->inverse as $cp => $bytes) {
            if (!isset($encodable[$cp])) {
                $changes .= substr(pack('V', $cp), 0, 3) . chr(0);
                $count++;
            }
        }
        $out .= pack('V', $count) . $changes;
        if ($sequences) {
            $out .= pack('v', count($sequences));
            foreach ($sequences as [$codes, $bytes]) {
                $out .= chr(count($codes));
                foreach ($codes as $code) {
                    $out .= substr(pack('V', $code), 0, 3);
                }
                $out .= chr(strlen($bytes)) . $bytes;
            }
        }
        $packed = gzdeflate($out, 9);
        file_put_contents(__DIR__ . "/$name.bin", $packed);
        fprintf(STDERR, "%s: %d rows, %d sequences, %d changes, %d bytes\n", $name, count($this->rows), count($this->multi), $count, strlen($packed));
    }
}

$plain = [
    'euc-jp' => ['EUC-JP', ['/^\x8f[\xa1-\xfe]?$/']],
    'eucjp-win' => ['eucJP-win', ['/^\x8f[\xa1-\xfe]?$/']],
    'eucjp-2004' => ['EUC-JP-2004', ['/^\x8f[\xa1-\xfe]?$/']],
    'cp51932' => ['CP51932', []],
    'sjis' => ['SJIS', []],
    'cp932' => ['CP932', []],
    'sjis-win' => ['SJIS-win', []],
    'sjis-2004' => ['SJIS-2004', []],
    'sjis-mac' => ['SJIS-mac', []],
    'sjis-docomo' => ['SJIS-Mobile#DOCOMO', []],
    'sjis-kddi' => ['SJIS-Mobile#KDDI', []],
    'sjis-softbank' => ['SJIS-Mobile#SOFTBANK', []],
    'euc-cn' => ['EUC-CN', []],
    'cp936' => ['CP936', []],
    'gb18030' => ['GB18030', []],
    'gb18030-2022' => ['GB18030-2022', []],
    'big5' => ['BIG-5', []],
    'cp950' => ['CP950', []],
    'euc-tw' => ['EUC-TW', ['/^\x8e[\xa1-\xb0]?$/', '/^\x8e[\xa1-\xb0][\xa1-\xfe]$/']],
    'euc-kr' => ['EUC-KR', []],
    'uhc' => ['UHC', []],
];
foreach (['Windows-1251', 'Windows-1252', 'Windows-1254', 'CP866', 'CP850', 'KOI8-R', 'KOI8-U', 'ArmSCII-8', 'ASCII'] as $single) {
    $plain[strtolower($single)] = [$single, []];
}
foreach ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 16] as $part) {
    $plain["iso-8859-$part"] = ["ISO-8859-$part", []];
}
$only = array_slice($argv, 1);
foreach ($plain as $name => [$encoding, $inner]) {
    if ($only && !in_array($name, $only)) {
        continue;
    }
    $encodable = encodable($encoding);
    if (str_starts_with($name, 'gb18030')) {
        // Codes of four bytes are computed.
        $encodable = array_filter($encodable, fn ($bytes) => strlen($bytes) < 4);
    }
    (new Table($encoding, $inner))->write($name, $encodable);
}

// The codes of four bytes for the first plane: where runs begin, counted from 81 30 81 30, and with which code point.
foreach (['gb18030', 'gb18030-2022'] as $name) {
    if ($only && !in_array("$name-four", $only)) {
        continue;
    }
    $out = '';
    $before = -2;
    for ($n = 0; $n <= 39419; $n++) {
        $bytes = chr(0x81 + intdiv($n, 12600)) . chr(0x30 + intdiv($n, 1260) % 10) . chr(0x81 + intdiv($n, 10) % 126) . chr(0x30 + $n % 10);
        $cp = decode($bytes, strtoupper($name))[0];
        if ($cp !== $before + 1) {
            $out .= pack('vv', $n, $cp);
        }
        $before = $cp;
    }
    file_put_contents(__DIR__ . "/$name-four.bin", gzdeflate($out, 9));
}

// The sets that escape sequences call, by what is behind the escape. Each encoding reads all of its sets; what it writes is by code point.
/** Emoji of two code points, with their bytes. */
function emoji(string $encoding): array
{
    $pairs = [];
    foreach ([0x23, ...range(0x30, 0x39)] as $cp) {
        $pairs[] = [$cp, 0x20E3];
    }
    for ($x = 0x1F1E6; $x < 0x1F200; $x++) {
        for ($y = 0x1F1E6; $y < 0x1F200; $y++) {
            $pairs[] = [$x, $y];
        }
    }
    $found = [];
    foreach ($pairs as $pair) {
        $bytes = mb_convert_encoding(pack('N*', ...$pair), $encoding, 'UTF-32BE');
        if (preg_match('/^\e\$B(..)\e\(B$/s', $bytes, $m)) {
            $found[] = [$pair, $m[1]];
        }
    }
    return $found;
}

const LAST = ['cp50221' => 0x97, 'iso2022jp-ms' => 0x7f, 'iso2022jp-kddi' => 0x7f];
$designated = [
    'jis' => ['JIS', ['(J', '(I', '$B', '$(D']],
    'iso2022jp' => ['ISO-2022-JP', ['(J', '$B']],
    'iso2022jp-ms' => ['ISO-2022-JP-MS', ['(J', '(I', '$B', '$(D', '$(?']],
    'iso2022jp-2004' => ['ISO-2022-JP-2004', ['(J', '$B', '$(Q', '$(P']],
    'iso2022jp-kddi' => ['ISO-2022-JP-MOBILE#KDDI', ['(J', '(I', '$B', '$(D']],
    'cp50221' => ['CP50221', ['(J', '(I', '$B', '$(D']],
];
foreach ($designated as $name => [$encoding, $sets]) {
    if ($only && !in_array($name, $only)) {
        continue;
    }
    $written = encodable($encoding);
    foreach ($sets as $set) {
        $mine = [];
        foreach ($written as $cp => $bytes) {
            if (preg_match('/^\e' . preg_quote($set) . '([^\e]+)\e\(B$/s', $bytes, $m)) {
                $mine[$cp] = $m[1];
            }
        }
        $table = new Table($encoding, [], "\e" . $set, $set[0] == '$' ? range(0x21, LAST[$name] ?? 0x7e) : [256]);
        $table->write($name . '-' . strtr($set, ['(' => '', '$' => 'x', '?' => 'u']), $mine, $name == 'iso2022jp-kddi' && $set == '$B' ? emoji($encoding) : []);
    }
}

// Sets that are shifted to.
$shifted = [
    'hz' => ['HZ', '~{', '/^~\{(.+)~\}$/s', range(0x21, 0x77)],
    'iso2022kr' => ['ISO-2022-KR', "\e$)C\x0E", '/^\e\$\)C\x0E(..)\x0F$/s', range(0x21, 0x7e)],
];
foreach ($shifted as $name => [$encoding, $before, $pattern, $leads]) {
    if ($only && !in_array($name, $only)) {
        continue;
    }
    $mine = [];
    foreach (encodable($encoding) as $cp => $bytes) {
        // PHP writes numbers for what ISO-2022-KR does not have; that is computed.
        if (preg_match($pattern, $bytes, $m) && !($name == 'iso2022kr' && $m[1] === substr(pack('N', $cp), 2))) {
            $mine[$cp] = $m[1];
        }
    }
    (new Table($encoding, [], $before, $leads))->write($name, $mine);
}

/** The code points for private use, as two bytes, that stand for others. */
class Mobile extends Table
{
    public function __construct(string $encoding)
    {
        $this->rows = [array_fill(0, 256, 0x400000)];
        for ($x = 0xE0; $x <= 0xF8; $x++) {
            $row = array_fill(0, 256, 0x400000);
            for ($y = 0; $y < 256; $y++) {
                $codes = decode(mb_chr($x << 8 | $y, 'UTF-8'), $encoding);
                if ($codes === [$x << 8 | $y] || $codes === [BAD]) {
                    continue;
                }
                if (count($codes) == 1) {
                    $this->inverse[$codes[0]] ??= chr($x) . chr($y);
                    $row[$y] = $codes[0];
                } else {
                    $row[$y] = 0x300000 + count($this->multi);
                    $this->multi[] = $codes;
                }
            }
            $this->rows[0][$x] = 0x200000 + count($this->rows);
            $this->rows[] = $row;
        }
    }
}

foreach (['DOCOMO', 'KDDI-A', 'KDDI-B', 'SOFTBANK'] as $company) {
    $name = 'utf8-' . strtolower($company);
    if ($only && !in_array($name, $only)) {
        continue;
    }
    $written = encodable("UTF-8-Mobile#$company");
    $mine = [];
    for ($cp = 0; $cp < 0x110000; $cp++) {
        if ($cp >= 0xD800 && $cp < 0xE000 || ($written[$cp] ?? '') === mb_chr($cp, 'UTF-8')) {
            continue;
        }
        // A zero: it cannot be written.
        $mine[$cp] = isset($written[$cp]) ? substr(pack('N', mb_ord($written[$cp], 'UTF-8')), 2) : "\0";
    }
    (new Mobile("UTF-8-Mobile#$company"))->write($name, $mine);
}
