--TEST--
Encrypted files need their password
--FILE--
<?php
$path = __DIR__ . '/own_encryption.zip';
$secret = str_repeat('secret ', 50);
$zip = new ZipArchive();
$zip->open($path, ZipArchive::CREATE);
$methods = ['old' => ZipArchive::EM_TRAD_PKWARE, 'short' => ZipArchive::EM_AES_128, 'middle' => ZipArchive::EM_AES_192, 'long' => ZipArchive::EM_AES_256];
foreach ($methods as $name => $method) {
    $zip->addFromString($name, "$name $secret");
    $zip->setEncryptionName($name, $method, "pass of $name");
}
$zip->close();

var_dump(str_contains(file_get_contents($path), 'secret'));
$zip->open($path);
foreach ($methods as $name => $method) {
    var_dump($zip->getFromName($name), $zip->getStatusString());
    $zip->setPassword('wrong');
    var_dump($zip->getFromName($name));
    $zip->setPassword("pass of $name");
    var_dump($zip->getFromName($name) === "$name $secret", $zip->statName($name)['encryption_method'] === $method);
    $zip->clearError();
    $zip->close();
    $zip->open($path);
}
$context = stream_context_create(['zip' => ['password' => 'pass of long']]);
echo substr(file_get_contents("zip://$path#long", false, $context), 0, 11), "\n";
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/own_encryption.zip');
?>
--EXPECT--
bool(false)
bool(false)
string(20) "No password provided"
bool(false)
bool(true)
bool(true)
bool(false)
string(20) "No password provided"
bool(false)
bool(true)
bool(true)
bool(false)
string(20) "No password provided"
bool(false)
bool(true)
bool(true)
bool(false)
string(20) "No password provided"
bool(false)
bool(true)
bool(true)
long secret
