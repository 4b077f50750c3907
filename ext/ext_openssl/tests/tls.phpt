--TEST--
A certificate made here serves a TLS connection between both ends
--FILE--
<?php
$conf = __DIR__ . "/tls.cnf.tmp";
file_put_contents($conf, "[req]\ndistinguished_name = dn\nx509_extensions = v3\n[dn]\n[v3]\nsubjectAltName = DNS:loxo.test\n");
$options = ["config" => $conf, "digest_alg" => "sha256", "private_key_bits" => 2048];
$key = openssl_pkey_new($options);
$request = openssl_csr_new(["commonName" => "loxo.test", "organizationName" => "Loxo"], $key, $options);
print_r(openssl_csr_get_subject($request));
$cert = openssl_csr_sign($request, null, $key, 10, $options + ["x509_extensions" => "v3"], 77);
openssl_x509_export($cert, $cert_pem);
openssl_pkey_export($key, $key_pem, null, $options);
$parsed = openssl_x509_parse($cert);
var_dump($parsed["name"], $parsed["serialNumber"], $parsed["extensions"]["subjectAltName"]);
var_dump(openssl_x509_check_private_key($cert, $key), openssl_x509_verify($cert, $cert));
$pem = __DIR__ . "/tls.pem.tmp";
file_put_contents($pem, $cert_pem . $key_pem);

function shake(array $client, array $server): array
{
    $listener = stream_socket_server("tcp://127.0.0.1:0");
    $pair = [stream_socket_client("tcp://" . stream_socket_get_name($listener, false)), stream_socket_accept($listener)];
    foreach ([$client, $server] as $i => $ssl) {
        stream_context_set_options($pair[$i], ["ssl" => $ssl]);
        stream_set_blocking($pair[$i], false);
    }
    $done = [0, 0];
    for ($turn = 0; $turn < 500 && in_array(0, $done, true) && !in_array(false, $done, true); $turn++) {
        usleep(1000);
        $done[0] = $done[0] ?: @stream_socket_enable_crypto($pair[0], true, STREAM_CRYPTO_METHOD_TLS_CLIENT);
        $done[1] = $done[1] ?: @stream_socket_enable_crypto($pair[1], true, STREAM_CRYPTO_METHOD_TLS_SERVER);
    }
    return [$pair, $done];
}

function line($stream): string|false
{
    for ($turn = 0; $turn < 500; $turn++) {
        $line = fgets($stream);
        if ($line !== false) {
            return $line;
        }
        usleep(1000);
    }
    return false;
}

[$pair, $done] = shake(["cafile" => $pem, "peer_name" => "loxo.test", "capture_peer_cert" => true], ["local_cert" => $pem]);
var_dump($done);
fwrite($pair[0], "over TLS\n");
var_dump(line($pair[1]));
fwrite($pair[1], "and back\n");
var_dump(line($pair[0]));
$meta = stream_get_meta_data($pair[0]);
echo $meta["stream_type"], " ", $meta["crypto"]["protocol"], " ", $meta["crypto"]["cipher_bits"], "\n";
$peer = stream_context_get_options($pair[0])["ssl"]["peer_certificate"];
var_dump(openssl_x509_fingerprint($peer) === openssl_x509_fingerprint($cert));

foreach (["peer_name" => "other.test", "cafile" => "/nowhere"] as $name => $value) {
    [$pair, $done] = shake([$name => $value] + ["cafile" => $pem, "peer_name" => "loxo.test"], ["local_cert" => $pem]);
    var_dump($done[0]);
    echo error_get_last()["message"], "\n";
}
unlink($conf);
unlink($pem);

// Only TCP knows about encryption.
$pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
var_dump(@stream_socket_enable_crypto($pair[0], true, STREAM_CRYPTO_METHOD_TLS_CLIENT));
echo error_get_last()["message"], "\n";
var_dump(stream_socket_enable_crypto($pair[0], false));
--EXPECTF--
Array
(
    [CN] => loxo.test
    [O] => Loxo
)
string(20) "/CN=loxo.test/O=Loxo"
string(2) "77"
string(13) "DNS:loxo.test"
bool(true)
int(1)
array(2) {
  [0]=>
  bool(true)
  [1]=>
  bool(true)
}
string(9) "over TLS
"
string(9) "and back
"
tcp_socket/ssl TLSv1.3 256
bool(true)
bool(false)
stream_socket_enable_crypto(): Peer certificate CN=`loxo.test' did not match expected CN=`other.test'
bool(false)
SSL: failed loading CA names from cafile
bool(false)
stream_socket_enable_crypto(): This stream does not support SSL/crypto

Warning: stream_socket_enable_crypto(): This stream does not support SSL/crypto in %s on line %d
bool(true)
