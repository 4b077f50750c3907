//! Small seeds that lie in no file.

/// What web servers say.
const HTTP_WRAPPER: &[&[u8]] = &[
    b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5\r\n\r\nhello",
    b"HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nwiki\r\n0\r\n\r\n",
    b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 307 Elsewhere\r\nLocation: ../c?d\r\nX: y\r\n\tz\r\n\r\n",
];

/// What clients of web servers say.
const HTTP_SERVER: &[&[u8]] = &[
    b"GET /index.php/a?h=X-A:b&c=201&k=n HTTP/1.1\r\nCookie: a=b\r\nAuthorization: Basic YTpi\r\n\r\n",
    b"POST / HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 5\r\n\r\na[]=1",
    b"POST /index.php HTTP/1.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n[1]\r\n0\r\n\r\n",
    b"POST / HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 80\r\n\r\n--x\r\n\
    Content-Disposition: form-data; name=\"f\"; filename=\"g\"\r\n\r\nbody\r\n--x--\r\n\r\n\r\n\r\n",
    b"GET /text.txt HTTP/1.1\r\nRange: bytes=3-5\r\nIf-Modified-Since: Thu, 01 Jan 1970 00:00:00 GMT\r\n\r\n",
    b"HEAD /folder HTTP/1.0\r\n\r\n",
];

/// What the doctor reads: tables of the system, a configuration, settings, a page of a server, a report, budgets. Queries whose text is counted.
const DOCTOR: &[&[u8]] = &[
    b"  sl  local rem st\n   0: 0100007F:18EB 0100007F:C350 01 00000000:00000000 00:00000000 00000000     0        0 4711 1 0 100\n",
    b"Num RefCount Protocol Flags Type St Inode Path\n0: 2 0 10000 1 01 815 /run/a.sock\n",
    b"45 0x3 0x7f73 0x1 0x0 0x0 0x0 0x7ffd 0x7f73",
    b"[www]\nlisten = /run/a.sock ; here\npm.status_path = /status\nphp_admin_value[opcache.revalidate_freq] = 0\n",
    b"opcache.enable => On => On\nVmSwap:      10 kB\n",
    b"{\"routes\":[{\"script\":\"/a.php\",\"requests\":3,\"wall_ns\":60,\"counters\":{\"queries\":3},\"queries\":[{\"name\":\"select ?\",\"requests\":1,\
    \"count\":3,\"most\":3,\"time_ns\":9}]}]}",
    b"{\"cpu\":0.1,\"requests_per_second\":1.5,\"cpu_ms_per_request\":2,\"findings\":[{\"what\":\"a\",\"share\":0.5}]}",
    b"findings 0 # none\nroute /index.php mean-ms 50\n",
    b"select `a`, \"b\", 'it''s' from [t] where id in (1, 0x2, :c) -- d\n",
];

/// What name servers say: an alias and an address; a mail server, a text and an authority.
const NAMES: &[&[u8]] = &[
    b"\0\x01\x81\x80\0\x01\0\x02\0\0\0\0\x01a\x02bc\0\0\x01\0\x01\xc0\x0c\0\x05\0\x01\0\0\0\x09\0\x02\xc0\x0e\xc0\x0e\0\x01\0\x01\0\0\0\x09\0\x04\x7f\0\0\x01",
    b"\0\x01\x81\x80\0\x01\0\x02\0\x01\0\0\x01a\0\0\x0f\0\x01\xc0\x0c\0\x0f\0\x01\0\0\0\x09\0\x04\0\x0a\xc0\x0c\xc0\x0c\0\x10\0\x01\0\0\0\x09\0\x05\x02ab\x01c\
    \xc0\x0c\0\x06\0\x01\0\0\0\x09\0\x18\xc0\x0c\xc0\x0c\0\0\0\x01\0\0\0\x02\0\0\0\x03\0\0\0\x04\0\0\0\x05",
];

/// What a MySQL server says behind its welcome: how an envelope is packed, how long it is, and packets.
const MYSQL_COMPRESSED: &[&[u8]] = &[
    b"\0\x0b\x07\0\0\x01\0\0\0\x02\0\0\0",
    b"\x05\x36\x01\0\0\x01\x01\x17\0\0\x02\x03def\0\0\0\x01a\0\x0c\x3f\0\x0b\0\0\0\xfd\0\0\0\0\0\x05\0\0\x03\xfe\0\0\x02\0\x02\0\0\x04\x01x\x05\0\0\x05\xfe\0\0\x02\0",
];

/// Objects and references as PHP's extension marks them.
const MSGPACK: &[&[u8]] = &[
    b"\x93\x01\xcb\x3f\xf8\0\0\0\0\0\0\xa1a",
    b"\x92\x84\xc0\xa5Plain\xa1a\x01\xa4\0*\0b\x02\xa8\0Plain\0c\x90\x82\xc0\x04\0\x02",
    b"\x92\x82\xc0\x01\0\x05\x82\xc0\x02\0\x02",
    b"\x92\x83\xc0\x01\xc0\xa8stdClass\xa1a\x05\x82\xc0\x05\0\x02",
    b"\x94\x82\xc0\xa5Magic\xc0\x91\x01\x82\xc0\xa5Wakes\xa1a\x01\x82\xc0\x03\xa6Custom\xa1\x05\x82\xc0\x06\xa4Suit\xa6Hearts",
];

const FILTERS: &[&[u8]] = &[
    b"dechunk|string.rot13\n3\r\nabc\r\n0\r\n\r\n",
    b"convert.base64-encode/convert.quoted-printable-encode\nbytes \xff=\r\n",
    b"zlib.deflate|zlib.inflate|bzip2.compress|bzip2.decompress\nabcabcabc",
    b"convert.iconv.UTF-8/UTF-16LE|convert.base64-decode\nYWJj",
];

const PATTERNS: &[&[u8]] = &[
    b"/(?<a>\\w+)|\\s*/u\nsome words",
    b"{0, plural, one {# day} other {# days}} {b}\n1 day",
    b"#,##0.00;(#)\n1,234.50",
    b"yyyy-MM-dd'T'HH:mm\n2030-01-01T00:00",
    b":a, ?, '?' -- ?\nx",
    b"b\xc3\xbccher.example\nde-AT, en;q=0.5",
];

const XML: &[&[u8]] = &[
    b"<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY e \"<b c='d'/>\"><!ATTLIST a f CDATA \"g\">]><a>&e;<x:y xmlns:x=\"u\">t&#65;<![CDATA[<]]></x:y><?p q?><!-- r --></a>\0//x",
    b"<a>1</a>\0<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\"><xs:element name=\"a\" type=\"xs:int\"/></xs:schema>",
    b"<a>1</a>\0<element name=\"a\" xmlns=\"http://relaxng.org/ns/structure/1.0\"><text/></element>",
];

/// A public key of elliptic curves; a shared segment with one variable.
const PEM: &[&[u8]] = &[
    b"\x30\x2a\x30\x05\x06\x03\x2b\x65\x70\x03\x21\0abcdefghijklmnopqrstuvwxyz012345",
    b"PHP_SM\0\0\x28\0\0\0\0\0\0\0\x48\0\0\0\0\0\0\0\x40\0\0\0\0\0\0\0\x88\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\x04\0\0\0\0\0\0\0\x20\0\0\0\0\0\0\0i:1;\0\0\0\0",
];

const FORM: &[u8] = b"multipart/form-data; boundary=x\n--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--x\r\n\
Content-Disposition: form-data; name=\"f[]\"; filename=\"a\\\"b.txt\"\r\nContent-Type: text/plain\r\n\tmore\r\n\r\nbody\r\n--x--\r\n";

/// The smallest images of formats that we read ourselves: GIF, BMP, WBMP, XBM, XPM, TGA, gd and gd2.
const IMAGES: &[&[u8]] = &[
    b"GIF89a\x02\0\x02\0\x80\0\0\0\0\0\xff\xff\xff!\xf9\x04\x01\0\0\x01\0,\0\0\0\0\x02\0\x02\0\0\x02\x03\x44\x02\x05\0;",
    b"BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x02\0\0\0\x02\0\0\0\x01\0\x18\0\0\0\0\0\x10\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0abcdef\0\0ghijkl\0\0",
    b"\0\0\x09\x02\xff\x80\x7f\0abcd",
    b"#define x_width 8\n#define x_height 2\nstatic char x_bits[] = {\n0x7f, 0x01};\n",
    b"/* XPM */\nstatic char *x[] = {\n\"2 2 2 1\",\n\". c #ff0000\",\n\"+ c None\",\n\".+\",\n\"+.\"};\n",
    b"\0\0\x0a\0\0\0\0\0\0\0\0\0\x02\0\x02\0\x18\x20\x83abc",
    b"\xff\xfe\0\x01\0\x01\x01\xff\xff\xff\xff\0\x10\x20\x30",
    b"gd2\0\0\x02\0\x01\0\x01\0\x40\0\x03\0\x01\0\x01\x01\xff\xff\xff\xff\0\x10\x20\x30",
];

/// igbinary's format behind its version: lists that share, references, objects, cases, text.
const IGBINARY: &[&[u8]] = &[
    b"\x14\x04\x11\x01a\x06\x05\x11\x01b\x0e\x00\x06\x00\x14\x01\x06\x00\x07\x01\x06\x01\x01\x01",
    b"\x14\x03\x06\x00\x25\x06\x01\x06\x01\x25\x01\x01\x06\x02\x25\x14\x01\x06\x00\x25\x01\x00",
    b"\x14\x02\x06\x00\x17\x05Plain\x14\x03\x11\x01a\x22\x01\x11\x04\0*\0b\x25\x22\x01\x11\x01e\x06\x07\x06\x01\x1a\x00\x14\x00",
    b"\x14\x03\x06\x00\x17\x07Sleeper\x14\x01\x11\x01a\x00\x06\x01\x17\x05Magic\x14\x01\x06\x00\x22\x02\x06\x02\x17\x04Suit\x27\x11\x06Hearts",
    b"\x17\x0bArrayObject\x14\x04\x06\x00\x06\x00\x06\x01\x14\x01\x06\x00\x0c\x3f\xf8\0\0\0\0\0\0\x06\x02\x14\x00\x06\x03\x00",
];

/// A mapping of a process, and a program of 64 bits with a table of two functions.
const HUGEPAGES: &[&[u8]] = &[
    b"55d000000000-55d002e00000 r-xp 00200000 fe:00 4711 /usr/bin/loxo\nRss:  47104 kB\nFilePmdMapped:  2048 kB\nVmFlags: rd ex mr mw me\n",
    b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x02\0>\0\x01\0\0\0\0\x10\0\0\0\0\0\0\0\0\0\0\0\0\0\0\
      \x90\0\0\0\0\0\0\0\0\0\0\0@\08\0\0\0@\0\x03\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\
      \0\0\0\0\0\0\0\0\x01\0\0\0\x12\0\x01\0\0\x10\0\0\0\0\0\0\x10\0\0\0\0\0\0\0\x06\0\0\0\x02\0\x01\0\
      \x10\x10\0\0\0\0\0\0\x08\0\0\0\0\0\0\0\0main\0f\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\
      \0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\
      \0\0\0\0\0\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0@\0\0\0\0\0\0\0\
      H\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\x18\0\0\0\0\0\0\0\0\0\0\0\x03\0\0\0\
      \0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x88\0\0\0\0\0\0\0\x08\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\
      \x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
];

/// The seeds of a target.
pub fn of(target: &str) -> &'static [&'static [u8]] {
    match target {
        "http_wrapper" => HTTP_WRAPPER,
        "igbinary" => IGBINARY,
        "http_server" => HTTP_SERVER,
        "doctor" | "admin" => DOCTOR,
        "hugepages" => HUGEPAGES,
        "resolver" => NAMES,
        "mysql_compressed" => MYSQL_COMPRESSED,
        "msgpack" => MSGPACK,
        "filters" => FILTERS,
        "patterns" => PATTERNS,
        "xml" => XML,
        "pem" => PEM,
        "multipart" => &[FORM],
        "images" | "metadata" => IMAGES,
        _ => &[],
    }
}
