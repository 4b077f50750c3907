--TEST--
call_user_func() and call_user_func_array() of callbacks that are elements
--FILE--
--EXPECT--
