--TEST--
Every encoding there and back, and guessing
--FILE--
<?php
// There and back in every encoding that has the text; and what is guessed of it.
$texts = ["en" => "plain", "fr" => "œuvre à 5 €", "ru" => "Привет", "ja" => "日本語テキスト ｶﾅ", "zh" => "汉字", "tw" => "漢字", "ko" => "한국어"];
foreach (mb_list_encodings() as $name) {
    $line = [];
    foreach ($texts as $language => $text) {
        $bytes = @mb_convert_encoding($text, $name, "UTF-8");
        if (@mb_convert_encoding($bytes, "UTF-8", $name) === $text) {
            $line[] = "$language:" . substr(md5($bytes), 0, 6);
        }
    }
    echo $name, " ", implode(" ", $line), "\n";
}
foreach ($texts as $text) {
    foreach (["SJIS", "EUC-JP", "UTF-8", "Windows-1252", "KOI8-R", "GB18030", "UHC"] as $name) {
        $bytes = mb_convert_encoding($text, $name, "UTF-8");
        echo mb_detect_encoding($bytes, ["UTF-8", "SJIS", "EUC-JP", "GB18030", "UHC", "KOI8-R", "Windows-1252"]) ?: "-", " ";
    }
    echo "\n";
}
--EXPECT--
BASE64 en:09bf06 fr:942d7f ru:5414d6 ja:ddd6e4 zh:1ce0a1 tw:8fb899 ko:b8740f
UUENCODE en:a9f3e5
HTML-ENTITIES en:ac7938 fr:52fc9a ru:e7b282 ja:dd4184 zh:a1e80c tw:ea7e04 ko:4395ea
Quoted-Printable en:ac7938 fr:b1f3da ru:11a3c2 ja:fdc9ef zh:b16a99 tw:fa9ffc ko:0a2f2b
7bit en:ac7938
8bit en:ac7938
UCS-4 en:bb19d7 fr:941a27 ru:151049 ja:918f59 zh:abc617 tw:ddc09f ko:3efc73
UCS-4BE en:bb19d7 fr:941a27 ru:151049 ja:918f59 zh:abc617 tw:ddc09f ko:3efc73
UCS-4LE en:8c915b fr:fdd9b6 ru:b42bad ja:e94a06 zh:884383 tw:f1813c ko:5a474b
UCS-2 en:97cfac fr:e7310b ru:1ed599 ja:fe5a53 zh:ef3675 tw:592b91 ko:a0fac1
UCS-2BE en:97cfac fr:e7310b ru:1ed599 ja:fe5a53 zh:ef3675 tw:592b91 ko:a0fac1
UCS-2LE en:69276e fr:3f2d75 ru:8efa23 ja:40a07d zh:5eb1ea tw:41f1b6 ko:d2f3b1
UTF-32 en:bb19d7 fr:941a27 ru:151049 ja:918f59 zh:abc617 tw:ddc09f ko:3efc73
UTF-32BE en:bb19d7 fr:941a27 ru:151049 ja:918f59 zh:abc617 tw:ddc09f ko:3efc73
UTF-32LE en:8c915b fr:fdd9b6 ru:b42bad ja:e94a06 zh:884383 tw:f1813c ko:5a474b
UTF-16 en:97cfac fr:e7310b ru:1ed599 ja:fe5a53 zh:ef3675 tw:592b91 ko:a0fac1
UTF-16BE en:97cfac fr:e7310b ru:1ed599 ja:fe5a53 zh:ef3675 tw:592b91 ko:a0fac1
UTF-16LE en:69276e fr:3f2d75 ru:8efa23 ja:40a07d zh:5eb1ea tw:41f1b6 ko:d2f3b1
UTF-8 en:ac7938 fr:88ce8b ru:8a669e ja:9e035f zh:8a97ee tw:3817a0 ko:d6d014
UTF-7 en:ac7938 fr:6696c2 ru:e04584 ja:a9413d zh:407a07 tw:1cc2c0 ko:e15951
UTF7-IMAP en:ac7938 fr:17771c ru:6325f2 ja:e12e3d zh:b90499 tw:52ec47 ko:1965ea
ASCII en:ac7938
EUC-JP en:ac7938 ru:797f20 ja:b93519 tw:d8fb5e
SJIS en:ac7938 ru:2d4bd7 ja:55459b tw:0ca9b3
eucJP-win en:ac7938 ru:797f20 ja:b93519 tw:d8fb5e
EUC-JP-2004 en:ac7938 fr:afefca ru:797f20 ja:b93519 tw:d8fb5e
SJIS-Mobile#DOCOMO en:ac7938 ru:2d4bd7 ja:55459b tw:0ca9b3
SJIS-Mobile#KDDI en:ac7938 ru:2d4bd7 ja:55459b tw:0ca9b3
SJIS-Mobile#SOFTBANK en:ac7938 ru:2d4bd7 ja:55459b tw:0ca9b3
SJIS-mac en:ac7938 ru:2d4bd7 ja:55459b tw:0ca9b3
SJIS-2004 en:ac7938 fr:304326 ru:2d4bd7 ja:55459b tw:0ca9b3
UTF-8-Mobile#DOCOMO en:ac7938 fr:88ce8b ru:8a669e ja:9e035f zh:8a97ee tw:3817a0 ko:d6d014
UTF-8-Mobile#KDDI-A en:ac7938 fr:88ce8b ru:8a669e ja:9e035f zh:8a97ee tw:3817a0 ko:d6d014
UTF-8-Mobile#KDDI-B en:ac7938 fr:88ce8b ru:8a669e ja:9e035f zh:8a97ee tw:3817a0 ko:d6d014
UTF-8-Mobile#SOFTBANK en:ac7938 fr:88ce8b ru:8a669e ja:9e035f zh:8a97ee tw:3817a0 ko:d6d014
CP932 en:ac7938 ru:2d4bd7 ja:55459b tw:0ca9b3
SJIS-win en:ac7938 ru:2d4bd7 ja:55459b tw:0ca9b3
CP51932 en:ac7938 ru:797f20 ja:b93519 tw:d8fb5e
JIS en:ac7938 ru:b35e78 ja:195e85 tw:fd83b7
ISO-2022-JP en:ac7938 ru:b35e78 tw:fd83b7
ISO-2022-JP-MS en:ac7938 ru:b35e78 ja:195e85 tw:fd83b7
GB18030 en:ac7938 fr:d2834b ru:797f20 ja:cbf3ac zh:46b6c9 tw:a6e91e ko:e6aa74
GB18030-2022 en:ac7938 fr:d2834b ru:797f20 ja:cbf3ac zh:46b6c9 tw:a6e91e ko:e6aa74
Windows-1252 en:ac7938 fr:1d6eda
Windows-1254 en:ac7938 fr:1d6eda
ISO-8859-1 en:ac7938
ISO-8859-2 en:ac7938
ISO-8859-3 en:ac7938
ISO-8859-4 en:ac7938
ISO-8859-5 en:ac7938 ru:7dabbe
ISO-8859-6 en:ac7938
ISO-8859-7 en:ac7938
ISO-8859-8 en:ac7938
ISO-8859-9 en:ac7938
ISO-8859-10 en:ac7938
ISO-8859-13 en:ac7938
ISO-8859-14 en:ac7938
ISO-8859-15 en:ac7938 fr:4d04f5
ISO-8859-16 en:ac7938 fr:4d04f5
EUC-CN en:ac7938 ru:797f20 zh:46b6c9
CP936 en:ac7938 ru:797f20 zh:46b6c9 tw:a6e91e
HZ en:ac7938 ru:6d9ff2 zh:19af8a
EUC-TW en:ac7938 tw:de9ea8
BIG-5 en:ac7938 tw:32d30e
CP950 en:ac7938 tw:32d30e
EUC-KR en:ac7938 ru:8ba75c tw:d64bcd ko:2f6bc6
UHC en:ac7938 ru:8ba75c tw:d64bcd ko:2f6bc6
ISO-2022-KR en:f51ec7 ru:1700bf tw:9c6a14 ko:423975
Windows-1251 en:ac7938 ru:43a3f9
CP866 en:ac7938 ru:bbb3d4
KOI8-R en:ac7938 ru:2e8cb3
KOI8-U en:ac7938 ru:2e8cb3
ArmSCII-8 en:ac7938
CP850 en:ac7938
ISO-2022-JP-2004 en:ac7938 fr:dee33c ru:a249e5 tw:000f02
ISO-2022-JP-MOBILE#KDDI en:ac7938 ru:b35e78 ja:195e85 tw:fd83b7
CP50220 en:ac7938 ru:b35e78 tw:fd83b7
CP50221 en:ac7938 ru:b35e78 ja:195e85 tw:fd83b7
CP50222 en:ac7938 ru:b35e78 ja:985c96 tw:fd83b7
UTF-8 UTF-8 UTF-8 UTF-8 UTF-8 UTF-8 UTF-8 
UTF-8 SJIS UTF-8 KOI8-R UTF-8 GB18030 Windows-1252 
SJIS EUC-JP UTF-8 UTF-8 KOI8-R EUC-JP UHC 
SJIS EUC-JP UTF-8 UTF-8 UTF-8 GB18030 UHC 
SJIS EUC-JP UTF-8 UTF-8 UTF-8 EUC-JP UHC 
SJIS EUC-JP UTF-8 UTF-8 UTF-8 GB18030 UHC 
UTF-8 UTF-8 UTF-8 UTF-8 UTF-8 GB18030 GB18030 
