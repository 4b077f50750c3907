--TEST--
Settings shown by ReflectionExtension::info(): switches, limits, colours, in the order of their declaration
--FILE--
<?php
ob_start();
foreach (['pcre', 'mbstring', 'random', 'mysqli', 'Core'] as $name) {
    (new ReflectionExtension($name))->info();
}
foreach (explode("\n", ob_get_clean()) as $line) {
    if (preg_match('/^(pcre\.jit|mbstring\.|Multibyte|libmbfl|HTTP input|mysqli\.(max|allow_p)|highlight|allow_url|display_errors|html_errors|zend\.assertions|PHP Version|Version)/', $line)) {
        echo preg_replace('/\d+\.\d+\.\d+/', 'NUMBER', $line), "\n";
    }
}
ini_set('pcre.jit', 'no');
ini_set('highlight.string', 'red');
ob_start();
(new ReflectionExtension('pcre'))->info();
(new ReflectionExtension('Core'))->info();
preg_match_all('/^(?:pcre\.jit|highlight\.string).*/m', ob_get_clean(), $found);
print_r($found[0]);
?>
--EXPECT--
pcre.jit => On => On
Multibyte Support => enabled
Multibyte string engine => libmbfl
HTTP input encoding translation => disabled
libmbfl version => NUMBER
Multibyte (japanese) regex support => enabled
Multibyte regex (oniguruma) version => NUMBER
mbstring.language => neutral => neutral
mbstring.detect_order => no value => no value
mbstring.http_input => no value => no value
mbstring.http_output => no value => no value
mbstring.internal_encoding => no value => no value
mbstring.substitute_character => no value => no value
mbstring.encoding_translation => Off => Off
mbstring.http_output_conv_mimetypes => ^(text/|application/xhtml\+xml) => ^(text/|application/xhtml\+xml)
mbstring.strict_detection => Off => Off
mbstring.regex_stack_limit => 100000 => 100000
mbstring.regex_retry_limit => 1000000 => 1000000
Version => NUMBER
mysqli.max_links => Unlimited => Unlimited
mysqli.max_persistent => Unlimited => Unlimited
mysqli.allow_persistent => On => On
PHP Version => NUMBER
highlight.comment => <span style="color: #FF8000">#FF8000</span> => <span style="color: #FF8000">#FF8000</span>
highlight.default => <span style="color: #0000BB">#0000BB</span> => <span style="color: #0000BB">#0000BB</span>
highlight.html => <span style="color: #000000">#000000</span> => <span style="color: #000000">#000000</span>
highlight.keyword => <span style="color: #007700">#007700</span> => <span style="color: #007700">#007700</span>
highlight.string => <span style="color: #DD0000">#DD0000</span> => <span style="color: #DD0000">#DD0000</span>
display_errors => STDOUT => STDOUT
html_errors => Off => Off
allow_url_fopen => On => On
allow_url_include => Off => Off
zend.assertions => 1 => 1
Array
(
    [0] => pcre.jit => Off => On
    [1] => highlight.string => <span style="color: red">red</span> => <span style="color: #DD0000">#DD0000</span>
)
