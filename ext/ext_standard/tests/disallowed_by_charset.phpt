--TEST--
ENT_DISALLOWED in character sets other than UTF-8: control characters are known in all of them
--FILE--
<?php
$texts = ["a\x01b", "\x80\x81\x9f", "\x7e\x7f", "\xa0", "\x00", "\x0b\x0c\x0d\n\t", "\xe3\x81\x82", "\x5c\x83\x5c"];
foreach ([ENT_HTML401, ENT_XML1, ENT_XHTML, ENT_HTML5] as $doctype) {
    foreach (['UTF-8', 'ISO-8859-1', 'cp1252', 'SJIS', 'BIG5', 'EUC-JP', 'koi8-r', 'GB2312', 'cp1251'] as $charset) {
        foreach (['htmlspecialchars', 'htmlentities'] as $function) {
            echo $doctype, ' ', $charset, ' ', $function, ':';
            foreach ($texts as $text) {
                $escaped = @$function($text, ENT_QUOTES | ENT_DISALLOWED | ENT_SUBSTITUTE | $doctype, $charset);
                echo ' ', preg_replace_callback('/[^!-~]/', fn($byte) => sprintf('\x%02x', ord($byte[0])), $escaped);
            }
            echo "\n";
        }
    }
}
--EXPECT--
0 UTF-8 htmlspecialchars: a\xef\xbf\xbdb \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd ~\xef\xbf\xbd \xef\xbf\xbd \xef\xbf\xbd \xef\xbf\xbd\xef\xbf\xbd\x0d\x0a\x09 \xe3\x81\x82 \\xef\xbf\xbd\
0 UTF-8 htmlentities: a\xef\xbf\xbdb \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd ~\xef\xbf\xbd \xef\xbf\xbd \xef\xbf\xbd \xef\xbf\xbd\xef\xbf\xbd\x0d\x0a\x09 \xe3\x81\x82 \\xef\xbf\xbd\
0 ISO-8859-1 htmlspecialchars: a&#xFFFD;b &#xFFFD;&#xFFFD;&#xFFFD; ~&#xFFFD; \xa0 &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 \xe3&#xFFFD;&#xFFFD; \&#xFFFD;\
0 ISO-8859-1 htmlentities: a&#xFFFD;b &#xFFFD;&#xFFFD;&#xFFFD; ~&#xFFFD; &nbsp; &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 &atilde;&#xFFFD;&#xFFFD; \&#xFFFD;\
0 cp1252 htmlspecialchars: a&#xFFFD;b \x80\x81\x9f ~\x7f \xa0 &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 \xe3\x81\x82 \\x83\
0 cp1252 htmlentities: a&#xFFFD;b &euro;\x81&Yuml; ~&#xFFFD; &nbsp; &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 &atilde;\x81&sbquo; \&fnof;\
0 SJIS htmlspecialchars: a&#xFFFD;b &#xFFFD;\x81\x9f ~\x7f &#xFFFD; &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 \xe3\x81&#xFFFD; \\x83\
0 SJIS htmlentities: a&#xFFFD;b &#xFFFD;\x81\x9f ~\x7f &#xFFFD; &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 \xe3\x81&#xFFFD; \\x83\
0 BIG5 htmlspecialchars: a&#xFFFD;b \x80&#xFFFD;&#xFFFD; ~\x7f &#xFFFD; &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 &#xFFFD;&#xFFFD;&#xFFFD; \\x83\
0 BIG5 htmlentities: a&#xFFFD;b \x80&#xFFFD;&#xFFFD; ~\x7f &#xFFFD; &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 &#xFFFD;&#xFFFD;&#xFFFD; \\x83\
0 EUC-JP htmlspecialchars: a&#xFFFD;b \x80\x81\x9f ~\x7f &#xFFFD; &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 &#xFFFD;\x81\x82 \\x83\
0 EUC-JP htmlentities: a&#xFFFD;b \x80\x81\x9f ~\x7f &#xFFFD; &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 &#xFFFD;\x81\x82 \\x83\
0 koi8-r htmlspecialchars: a&#xFFFD;b \x80\x81\x9f ~\x7f \xa0 &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 \xe3\x81\x82 \\x83\
0 koi8-r htmlentities: a&#xFFFD;b \x80\x81&divide; ~&#xFFFD; \xa0 &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 \xe3\x81\x82 \\x83\
0 GB2312 htmlspecialchars: a&#xFFFD;b \x80\x81\x9f ~\x7f &#xFFFD; &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 &#xFFFD;\x81\x82 \\x83\
0 GB2312 htmlentities: a&#xFFFD;b \x80\x81\x9f ~\x7f &#xFFFD; &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 &#xFFFD;\x81\x82 \\x83\
0 cp1251 htmlspecialchars: a&#xFFFD;b \x80\x81\x9f ~\x7f \xa0 &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 \xe3\x81\x82 \\x83\
0 cp1251 htmlentities: a&#xFFFD;b \x80\x81\x9f ~&#xFFFD; &nbsp; &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 \xe3\x81&sbquo; \\x83\
16 UTF-8 htmlspecialchars: a\xef\xbf\xbdb \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd ~\x7f \xef\xbf\xbd \xef\xbf\xbd \xef\xbf\xbd\xef\xbf\xbd\x0d\x0a\x09 \xe3\x81\x82 \\xef\xbf\xbd\
16 UTF-8 htmlentities: a\xef\xbf\xbdb \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd ~\x7f \xef\xbf\xbd \xef\xbf\xbd \xef\xbf\xbd\xef\xbf\xbd\x0d\x0a\x09 \xe3\x81\x82 \\xef\xbf\xbd\
16 ISO-8859-1 htmlspecialchars: a&#xFFFD;b \x80\x81\x9f ~\x7f \xa0 &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 \xe3\x81\x82 \\x83\
16 ISO-8859-1 htmlentities: a&#xFFFD;b \x80\x81\x9f ~\x7f \xa0 &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 \xe3\x81\x82 \\x83\
16 cp1252 htmlspecialchars: a&#xFFFD;b \x80\x81\x9f ~\x7f \xa0 &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 \xe3\x81\x82 \\x83\
16 cp1252 htmlentities: a&#xFFFD;b \x80\x81\x9f ~\x7f \xa0 &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 \xe3\x81\x82 \\x83\
16 SJIS htmlspecialchars: a&#xFFFD;b &#xFFFD;\x81\x9f ~\x7f &#xFFFD; &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 \xe3\x81&#xFFFD; \\x83\
16 SJIS htmlentities: a&#xFFFD;b &#xFFFD;\x81\x9f ~\x7f &#xFFFD; &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 \xe3\x81&#xFFFD; \\x83\
16 BIG5 htmlspecialchars: a&#xFFFD;b \x80&#xFFFD;&#xFFFD; ~\x7f &#xFFFD; &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 &#xFFFD;&#xFFFD;&#xFFFD; \\x83\
16 BIG5 htmlentities: a&#xFFFD;b \x80&#xFFFD;&#xFFFD; ~\x7f &#xFFFD; &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 &#xFFFD;&#xFFFD;&#xFFFD; \\x83\
16 EUC-JP htmlspecialchars: a&#xFFFD;b \x80\x81\x9f ~\x7f &#xFFFD; &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 &#xFFFD;\x81\x82 \\x83\
16 EUC-JP htmlentities: a&#xFFFD;b \x80\x81\x9f ~\x7f &#xFFFD; &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 &#xFFFD;\x81\x82 \\x83\
16 koi8-r htmlspecialchars: a&#xFFFD;b \x80\x81\x9f ~\x7f \xa0 &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 \xe3\x81\x82 \\x83\
16 koi8-r htmlentities: a&#xFFFD;b \x80\x81\x9f ~\x7f \xa0 &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 \xe3\x81\x82 \\x83\
16 GB2312 htmlspecialchars: a&#xFFFD;b \x80\x81\x9f ~\x7f &#xFFFD; &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 &#xFFFD;\x81\x82 \\x83\
16 GB2312 htmlentities: a&#xFFFD;b \x80\x81\x9f ~\x7f &#xFFFD; &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 &#xFFFD;\x81\x82 \\x83\
16 cp1251 htmlspecialchars: a&#xFFFD;b \x80\x81\x9f ~\x7f \xa0 &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 \xe3\x81\x82 \\x83\
16 cp1251 htmlentities: a&#xFFFD;b \x80\x81\x9f ~\x7f \xa0 &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 \xe3\x81\x82 \\x83\
32 UTF-8 htmlspecialchars: a\xef\xbf\xbdb \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd ~\x7f \xef\xbf\xbd \xef\xbf\xbd \xef\xbf\xbd\xef\xbf\xbd\x0d\x0a\x09 \xe3\x81\x82 \\xef\xbf\xbd\
32 UTF-8 htmlentities: a\xef\xbf\xbdb \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd ~\x7f \xef\xbf\xbd \xef\xbf\xbd \xef\xbf\xbd\xef\xbf\xbd\x0d\x0a\x09 \xe3\x81\x82 \\xef\xbf\xbd\
32 ISO-8859-1 htmlspecialchars: a&#xFFFD;b \x80\x81\x9f ~\x7f \xa0 &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 \xe3\x81\x82 \\x83\
32 ISO-8859-1 htmlentities: a&#xFFFD;b \x80\x81\x9f ~\x7f &nbsp; &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 &atilde;\x81\x82 \\x83\
32 cp1252 htmlspecialchars: a&#xFFFD;b \x80\x81\x9f ~\x7f \xa0 &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 \xe3\x81\x82 \\x83\
32 cp1252 htmlentities: a&#xFFFD;b &euro;\x81&Yuml; ~\x7f &nbsp; &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 &atilde;\x81&sbquo; \&fnof;\
32 SJIS htmlspecialchars: a&#xFFFD;b &#xFFFD;\x81\x9f ~\x7f &#xFFFD; &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 \xe3\x81&#xFFFD; \\x83\
32 SJIS htmlentities: a&#xFFFD;b &#xFFFD;\x81\x9f ~\x7f &#xFFFD; &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 \xe3\x81&#xFFFD; \\x83\
32 BIG5 htmlspecialchars: a&#xFFFD;b \x80&#xFFFD;&#xFFFD; ~\x7f &#xFFFD; &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 &#xFFFD;&#xFFFD;&#xFFFD; \\x83\
32 BIG5 htmlentities: a&#xFFFD;b \x80&#xFFFD;&#xFFFD; ~\x7f &#xFFFD; &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 &#xFFFD;&#xFFFD;&#xFFFD; \\x83\
32 EUC-JP htmlspecialchars: a&#xFFFD;b \x80\x81\x9f ~\x7f &#xFFFD; &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 &#xFFFD;\x81\x82 \\x83\
32 EUC-JP htmlentities: a&#xFFFD;b \x80\x81\x9f ~\x7f &#xFFFD; &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 &#xFFFD;\x81\x82 \\x83\
32 koi8-r htmlspecialchars: a&#xFFFD;b \x80\x81\x9f ~\x7f \xa0 &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 \xe3\x81\x82 \\x83\
32 koi8-r htmlentities: a&#xFFFD;b \x80\x81&divide; ~\x7f \xa0 &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 \xe3\x81\x82 \\x83\
32 GB2312 htmlspecialchars: a&#xFFFD;b \x80\x81\x9f ~\x7f &#xFFFD; &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 &#xFFFD;\x81\x82 \\x83\
32 GB2312 htmlentities: a&#xFFFD;b \x80\x81\x9f ~\x7f &#xFFFD; &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 &#xFFFD;\x81\x82 \\x83\
32 cp1251 htmlspecialchars: a&#xFFFD;b \x80\x81\x9f ~\x7f \xa0 &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 \xe3\x81\x82 \\x83\
32 cp1251 htmlentities: a&#xFFFD;b \x80\x81\x9f ~\x7f &nbsp; &#xFFFD; &#xFFFD;&#xFFFD;\x0d\x0a\x09 \xe3\x81&sbquo; \\x83\
48 UTF-8 htmlspecialchars: a\xef\xbf\xbdb \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd ~\xef\xbf\xbd \xef\xbf\xbd \xef\xbf\xbd \xef\xbf\xbd\x0c\x0d\x0a\x09 \xe3\x81\x82 \\xef\xbf\xbd\
48 UTF-8 htmlentities: a\xef\xbf\xbdb \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd ~\xef\xbf\xbd \xef\xbf\xbd \xef\xbf\xbd \xef\xbf\xbd\x0c\x0d&NewLine;&Tab; \xe3\x81\x82 &bsol;\xef\xbf\xbd&bsol;
48 ISO-8859-1 htmlspecialchars: a&#xFFFD;b &#xFFFD;&#xFFFD;&#xFFFD; ~&#xFFFD; \xa0 &#xFFFD; &#xFFFD;\x0c\x0d\x0a\x09 \xe3&#xFFFD;&#xFFFD; \&#xFFFD;\
48 ISO-8859-1 htmlentities: a&#xFFFD;b &#xFFFD;&#xFFFD;&#xFFFD; ~&#xFFFD; &nbsp; &#xFFFD; &#xFFFD;\x0c\x0d&NewLine;&Tab; &atilde;&#xFFFD;&#xFFFD; &bsol;&#xFFFD;&bsol;
48 cp1252 htmlspecialchars: a&#xFFFD;b \x80\x81\x9f ~\x7f \xa0 &#xFFFD; &#xFFFD;\x0c\x0d\x0a\x09 \xe3\x81\x82 \\x83\
48 cp1252 htmlentities: a&#xFFFD;b &euro;\x81&Yuml; ~&#xFFFD; &nbsp; &#xFFFD; &#xFFFD;\x0c\x0d&NewLine;&Tab; &atilde;\x81&sbquo; &bsol;&fnof;&bsol;
48 SJIS htmlspecialchars: a&#xFFFD;b &#xFFFD;\x81\x9f ~\x7f &#xFFFD; &#xFFFD; &#xFFFD;\x0c\x0d\x0a\x09 \xe3\x81&#xFFFD; \\x83\
48 SJIS htmlentities: a&#xFFFD;b &#xFFFD;\x81\x9f ~\x7f &#xFFFD; &#xFFFD; &#xFFFD;\x0c\x0d\x0a\x09 \xe3\x81&#xFFFD; \\x83\
48 BIG5 htmlspecialchars: a&#xFFFD;b \x80&#xFFFD;&#xFFFD; ~\x7f &#xFFFD; &#xFFFD; &#xFFFD;\x0c\x0d\x0a\x09 &#xFFFD;&#xFFFD;&#xFFFD; \\x83\
48 BIG5 htmlentities: a&#xFFFD;b \x80&#xFFFD;&#xFFFD; ~\x7f &#xFFFD; &#xFFFD; &#xFFFD;\x0c\x0d\x0a\x09 &#xFFFD;&#xFFFD;&#xFFFD; \\x83\
48 EUC-JP htmlspecialchars: a&#xFFFD;b \x80\x81\x9f ~\x7f &#xFFFD; &#xFFFD; &#xFFFD;\x0c\x0d\x0a\x09 &#xFFFD;\x81\x82 \\x83\
48 EUC-JP htmlentities: a&#xFFFD;b \x80\x81\x9f ~\x7f &#xFFFD; &#xFFFD; &#xFFFD;\x0c\x0d\x0a\x09 &#xFFFD;\x81\x82 \\x83\
48 koi8-r htmlspecialchars: a&#xFFFD;b \x80\x81\x9f ~\x7f \xa0 &#xFFFD; &#xFFFD;\x0c\x0d\x0a\x09 \xe3\x81\x82 \\x83\
48 koi8-r htmlentities: a&#xFFFD;b &HorizontalLine;&boxv;&divide; ~&#xFFFD; &boxH; &#xFFFD; &#xFFFD;\x0c\x0d&NewLine;&Tab; &TScy;&boxv;&boxdr; &bsol;&boxdl;&bsol;
48 GB2312 htmlspecialchars: a&#xFFFD;b \x80\x81\x9f ~\x7f &#xFFFD; &#xFFFD; &#xFFFD;\x0c\x0d\x0a\x09 &#xFFFD;\x81\x82 \\x83\
48 GB2312 htmlentities: a&#xFFFD;b \x80\x81\x9f ~\x7f &#xFFFD; &#xFFFD; &#xFFFD;\x0c\x0d\x0a\x09 &#xFFFD;\x81\x82 \\x83\
48 cp1251 htmlspecialchars: a&#xFFFD;b \x80\x81\x9f ~\x7f \xa0 &#xFFFD; &#xFFFD;\x0c\x0d\x0a\x09 \xe3\x81\x82 \\x83\
48 cp1251 htmlentities: a&#xFFFD;b &DJcy;&GJcy;&dzcy; ~&#xFFFD; &nbsp; &#xFFFD; &#xFFFD;\x0c\x0d&NewLine;&Tab; &gcy;&GJcy;&sbquo; &bsol;&gjcy;&bsol;
