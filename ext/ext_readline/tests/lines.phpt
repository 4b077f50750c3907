--TEST--
readline: lines from standard input, history, handlers
--STDIN--
first
second
third
--FILE--
<?php
var_dump(readline('> '));
readline_callback_handler_install('', function ($line) { var_dump($line); readline_callback_handler_remove(); });
readline_callback_read_char();
readline_callback_read_char();
var_dump(fgets(STDIN), readline());
readline_add_history('a b');
readline_add_history('');
$file = tempnam(sys_get_temp_dir(), 'hist');
var_dump(readline_write_history($file), file_get_contents($file), readline_clear_history(), readline_list_history());
var_dump(readline_read_history($file), readline_list_history(), readline_read_history(__FILE__));
unlink($file);
var_dump(readline_completion_function('strlen'), readline_info('end'));
?>
--EXPECT--
> string(5) "first"
string(6) "second"
string(6) "third
"
bool(false)
bool(true)
string(21) "_HiStOrY_V2_
a\040b

"
bool(true)
array(0) {
}
bool(true)
array(2) {
  [0]=>
  string(3) "a b"
  [1]=>
  string(0) ""
}
bool(false)
bool(true)
int(0)
