--TEST--
Rules of a database in text
--FILE--
<?php
$name = __DIR__ . '/rules.magic';
$rules = <<<'RULES'
# Rules of our own.
0	string	LOXO	Loxo file
!:mime	application/x-loxo
!:ext	loxo/lx
!:apple	LOXOfile
>4	byte	x	\b, version %d
>5	beshort	>0x10	big %#x
>5	beshort	<0x11	small %u
>7	leshort&0xff0f	0x1203	masked
>9	string	>\0	named "%s"
>>&1	byte	=7	then seven
>>&1	default	x	then other
>>&1	byte	!7	(%03d)

0	belong	0xdeadbeef	Beef
>(4.s)	string	there	points there
>(4.s+2)	ubyte	x	\b[%u]
>(4.s)	use	part
>12	string	tail	with tail
0	name	part
>0	string	x	part %-.3s
>3	byte	x	\b|%c

0	search/64/c	needle	Needle
>&0	regex	[0-9]+	number %s
>0	regex/1l	\^[a-z]+	word %s
0	lequad	72623859790382856	Quad %llx
0	beldate	0x40000000	Date %s
0	pstring	hello	Counted %s
0	lefloat	1.5	Float %.2f
0	ubelong&0xffffff00	0x7a7a7a00	Strong
!:strength	+50
0	string	zzzq	Weak zzzq
0	string/cW	two\ words	Two words
0	lestring16	wide	Wide text
0	string/t	#!/bin/own	own script text executable
!:mime	text/x-own
0	string	(((	Nested
>3	indirect	x	at %u:
RULES;
file_put_contents($name, $rules);
$samples = [
    "LOXO\x02\0\x20\x03\x12abc\0\x07", "LOXO\xff\0\x01\x03\x12\0", "LOXO\1\0\x11\0\0xy\0\x08zz", "LOXO",
    "\xde\xad\xbe\xef\x08\0\0\0there!tail", "\xde\xad\xbe\xef\xff\0\0\0",
    "some words NEEDLE 123 x", "no match here", "\x08\x07\x06\x05\x04\x03\x02\x01", "\x40\0\0\0", "\x05hello!", "\0\x05hello!",
    "\0\0\xc0\x3f", "zzzq", "TWO   words", "w\0i\0d\0e\0\0\0", "#!/bin/own\necho\n", "(((LOXO\x09", "((((((LOXO\x09", "", "x", "{\"a\": 1}",
];
foreach ([FILEINFO_NONE, FILEINFO_MIME, FILEINFO_EXTENSION, FILEINFO_APPLE] as $flags) {
    $finfo = new finfo($flags, $name);
    foreach ($samples as $sample) {
        echo $finfo->buffer($sample), "\n";
    }
}
$finfo->set_flags(FILEINFO_MIME_TYPE);
echo $finfo->buffer('LOXO'), "\n";
foreach (["nonsense here\n", "0\tstrange\tx\n", ">0\tbyte\tx\n", "0\tbelong\t\n", "!:mime a/b\n"] as $rules) {
    file_put_contents($name, $rules);
    echo @finfo_open(FILEINFO_NONE, $name) ? "read" : preg_replace('~".*/~', '".../', error_get_last()['message']), "\n";
}
unlink($name);
--EXPECT--
Loxo file, version 2 big 0x20 masked named "abc" then seven
Loxo file, version -1 small 1 masked
Loxo file, version 1 big 0x11 named "xy" then other (008)
Loxo file
Beef points there[101] part the|r
Beef
Needle number 123 word some, ASCII text, with no line terminators
ASCII text, with no line terminators
Quad 102030405060708
Date Sat Jan 10 13:37:04 2004
Counted hello
data
Float 1.50
Strong
Two words
Wide text
own script, ASCII text executable
Nestedat 3:Loxo file, version 9 
Nestedat 3:Nestedat 3:Loxo file, version 9  
empty
very short file (no magic)
JSON text data
application/x-loxo; charset=binary
application/x-loxo; charset=binary
application/x-loxo; charset=binary
application/x-loxo; charset=us-ascii
application/octet-stream; charset=binary
application/octet-stream; charset=binary
text/plain; charset=us-ascii
text/plain; charset=us-ascii
application/octet-stream; charset=binary
application/octet-stream; charset=binary
application/octet-stream; charset=binary
application/octet-stream; charset=binary
application/octet-stream; charset=binary
text/plain; charset=us-ascii
text/plain; charset=us-ascii
application/octet-stream; charset=binary
text/x-own; charset=us-ascii
application/x-loxo; charset=us-ascii
application/x-loxo; charset=us-ascii
application/x-empty; charset=binary
application/octet-stream; charset=binary
application/json; charset=us-ascii
loxo/lx
loxo/lx
loxo/lx
loxo/lx
???
???
???
???
???
???
???
???
???
???
???
???
???
loxo/lx
loxo/lx
???
???
???
LOXOfile
LOXOfile
LOXOfile
LOXOfile
UNKNUNKN
UNKNUNKN
UNKNUNKN
UNKNUNKN
UNKNUNKN
UNKNUNKN
UNKNUNKN
UNKNUNKN
UNKNUNKN
UNKNUNKN
UNKNUNKN
UNKNUNKN
UNKNUNKN
LOXOfile
LOXOfile
UNKNUNKN
UNKNUNKN
UNKNUNKN
application/x-loxo
finfo_open(): Failed to load magic database at ".../rules.magic"
finfo_open(): Failed to load magic database at ".../rules.magic"
finfo_open(): Failed to load magic database at ".../rules.magic"
finfo_open(): Failed to load magic database at ".../rules.magic"
finfo_open(): Failed to load magic database at ".../rules.magic"
