--TEST--
phpinfo() in parts, as text
--FILE--
<?php
$_GET = ['q' => ['<a>', 2], 'e' => ''];
ini_set('precision', '10');
var_dump(phpinfo(0));
phpinfo(INFO_VARIABLES);
phpinfo(INFO_CONFIGURATION);
?>
--EXPECTF--
phpinfo()
bool(true)
phpinfo()

PHP Variables

Variable => Value
$_GET['q'] => Array
(
    [0] => <a>
    [1] => 2
)

$_GET['e'] => 
%A
phpinfo()


 _______________________________________________________________________


Configuration

PHP Core

Directive => Local Value => Master Value
allow_url_fopen => On => On
%A
precision => 10 => 14
%A
