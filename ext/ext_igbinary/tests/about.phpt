--TEST--
The extension, its functions and its setting
--FILE--
<?php
$extension = new ReflectionExtension('igbinary');
echo $extension->getName(), ' ', $extension->getVersion(), "\n";
echo json_encode([$extension->getDependencies(), array_keys($extension->getFunctions()), $extension->getINIEntries()]), "\n";
foreach ($extension->getFunctions() as $function) {
    echo $function;
}
echo json_encode(ini_get_all('igbinary')), "\n";
ini_set('igbinary.compact_strings', 'off');
$extension->info();
--EXPECT--
igbinary 3.2.16
[{"standard":"Required","session":"Required","apcu":"Optional"},["igbinary_serialize","igbinary_unserialize"],{"igbinary.compact_strings":"1"}]
Function [ <internal:igbinary> function igbinary_serialize ] {

  - Parameters [1] {
    Parameter #0 [ <required> $value ]
  }
}
Function [ <internal:igbinary> function igbinary_unserialize ] {

  - Parameters [1] {
    Parameter #0 [ <required> $str ]
  }
}
{"igbinary.compact_strings":{"global_value":"1","local_value":"1","access":7}}

igbinary

igbinary support => enabled
igbinary version => 3.2.16
igbinary APCu serializer ABI => 0
igbinary session support => yes

Directive => Local Value => Master Value
igbinary.compact_strings => Off => On
