--TEST--
Digests, keyed digests and contexts of all algorithms
--FILE--
<?php
$text = str_repeat("The quick brown fox jumps over the lazy dog. ", 7);
foreach (hash_algos() as $name) {
    $context = hash_init($name);
    foreach (str_split($text, 13) as $part) {
        hash_update($context, $part);
        try {
            $context = unserialize(serialize($context));
        } catch (Exception $e) {
        }
    }
    $whole = hash($name, $text);
    printf("%-10s %s%s\n", $name, substr($whole, 0, 40), hash_final($context) === $whole ? "" : " differs in parts");
}
echo hash_hmac("sha256", $text, "key"), "\n", hash_pbkdf2("sha1", "password", "salt", 10, 17), "\n";
echo bin2hex(hash_hkdf("sha512", "key", 20, "info", "salt")), "\n";
try {
    hash_update($context, "more");
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
var_dump(hash_equals("a", "a"), hash_equals("a", "b"), hash_equals("a", "aa"));
--EXPECT--
md2        026b93087b624e1420c6fa00d73d0988
md4        fab1d90f1b95f40a3e74c069896c3948
md5        04b03ba58b42114be277268065683b7c
sha1       89af0cf38747bb77cb8fd98365081d70db48cb87
sha224     ee639fa7a04a02566c73b679d0c5295d15f94d2b
sha256     dababee8658b645e01725be3eab108b2f506b722
sha384     30fe6f51df534c98c00586db3f638b00fee8416d
sha512/224 1c615c09ea65643da5d8e1c3ff09b4b08d519288
sha512/256 9eee4553c06b5f2a7d0681eb742c02541d3d2598
sha512     693b80eeac14efcb80b5071e167983ca93d8a693
sha3-224   c57907999dbd94ba25eba4facd3662704217d6c9
sha3-256   b71789b222ce53e63796155b153620c5e23894fa
sha3-384   05dad96cd10d1946b0b7827ce463b65048b9d245
sha3-512   142036516efb1aa0e30e6a89e18f25985e63b39f
ripemd128  8ae2e129c401c989252d93cf8f3b60c1
ripemd160  3f92ad667b69ee5167888eb0a4b959a6a481668d
ripemd256  125513849d1425e1d5c04f6cd77115870d3d3862
ripemd320  d453a2f23d1a7a65316fcbb54aaada8c87f19ada
whirlpool  711f9e970b6a478a66ed704e4c5457a94b2f1775
tiger128,3 5ca4474c2ae80c56b569beae9b2b0110
tiger160,3 5ca4474c2ae80c56b569beae9b2b0110c0aec47c
tiger192,3 5ca4474c2ae80c56b569beae9b2b0110c0aec47c
tiger128,4 f9a258e45ac249d04a721318ae82d7fe
tiger160,4 f9a258e45ac249d04a721318ae82d7fee1a6b567
tiger192,4 f9a258e45ac249d04a721318ae82d7fee1a6b567
snefru     c39d12961029ae821d837bf2f8d3c2c1e89f3cac
snefru256  c39d12961029ae821d837bf2f8d3c2c1e89f3cac
gost       a2909db8f8c4e1d7b92959f93c822872082e312c
gost-crypto fbf7fa25180e079a177e754b74729fde74db1223
adler32    07fc7112
crc32      26161141
crc32b     653fc40e
crc32c     fc0d39e9
fnv132     8a878eba
fnv1a32    de144be0
fnv164     3d17dcc47fc2fc3a
fnv1a64    2ed5500cc9c24140
joaat      d895394a
murmur3a   b4260b1c
murmur3c   6b5af238f2f56fd9ae3888d2719f3822
murmur3f   20c20041d0b300ac0a2df3bd11fcb38d
xxh32      7549e651
xxh64      901f34f87a356804
xxh3       befa70654ef9b108
xxh128     67e6cf405567f7c8befa70654ef9b108
haval128,3 af649796aeb3296cbbd5accc49579a7f
haval160,3 8b167a15ed5d004219758633a6bb4740e41d5683
haval192,3 5c40fe1ac3d6c91551c3744b2b08c32a229d702b
haval224,3 6c4c968db67a947d852621a5af2ef39a16c37c2f
haval256,3 98558956f24e61f92df59ec586aa606095224d66
haval128,4 abcf35e763454bc7ff664e6bd1450643
haval160,4 aa1aa1ac4dc6b12202a523199521595680b9db7c
haval192,4 fc5a566949e349dea57e828e9a691fcfc02a88a9
haval224,4 c9a107a0c7288cb598c414110bdae3fdec9db856
haval256,4 91cd3a55e875c75621ce979c7b59cee390766aee
haval128,5 7bbc1c000b0277906330701c8e23ef6d
haval160,5 b449cee97f659eb549066969ce37930114a4e476
haval192,5 2af9bfe0c2e5309b5a7368bae0f6f29165cef675
haval224,5 c9f64ed2cf2e4a958f870e96b0db4968caad13fb
haval256,5 b3ff92138f749056c5936dee89a2dae7dd62ed07
a70ca0e71021e4a42341778019514e02bf2ee3b0bbe0fd6d958284afa631e457
ae3fe5f5707e07f3e
24156e2c35525baaf3d0fbb92b734c8032a110a3
hash_update(): Argument #1 ($context) must be a valid, non-finalized HashContext
bool(true)
bool(false)
bool(false)
