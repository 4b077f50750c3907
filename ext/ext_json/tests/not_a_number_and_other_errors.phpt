--TEST--
json_encode(): INF and NAN end nothing, so that a later error is the one that is told
--FILE--
<?php
class Noisy implements JsonSerializable { function jsonSerialize(): mixed { echo "asked\n"; return 1; } }
foreach ([[NAN, "\xff"], [NAN, [[1]]], [INF, new Noisy], ["\xff", new Noisy], [NAN], NAN, [NAN, fopen(__FILE__, 'r'), new Noisy]] as $value) {
    var_dump(json_encode($value, 0, 2), json_last_error_msg());
    var_dump(json_encode($value, JSON_PARTIAL_OUTPUT_ON_ERROR, 2), json_last_error_msg());
    try {
        json_encode($value, JSON_THROW_ON_ERROR, 2);
    } catch (JsonException $error) {
        echo $error->getMessage(), "\n";
    }
}
--EXPECT--
bool(false)
string(56) "Malformed UTF-8 characters, possibly incorrectly encoded"
string(8) "[0,null]"
string(56) "Malformed UTF-8 characters, possibly incorrectly encoded"
Malformed UTF-8 characters, possibly incorrectly encoded
bool(false)
string(28) "Maximum stack depth exceeded"
string(9) "[0,[[1]]]"
string(28) "Maximum stack depth exceeded"
Maximum stack depth exceeded
asked
bool(false)
string(34) "Inf and NaN cannot be JSON encoded"
asked
string(5) "[0,1]"
string(34) "Inf and NaN cannot be JSON encoded"
asked
Inf and NaN cannot be JSON encoded
bool(false)
string(56) "Malformed UTF-8 characters, possibly incorrectly encoded"
asked
string(8) "[null,1]"
string(56) "Malformed UTF-8 characters, possibly incorrectly encoded"
Malformed UTF-8 characters, possibly incorrectly encoded
bool(false)
string(34) "Inf and NaN cannot be JSON encoded"
string(3) "[0]"
string(34) "Inf and NaN cannot be JSON encoded"
Inf and NaN cannot be JSON encoded
bool(false)
string(34) "Inf and NaN cannot be JSON encoded"
string(1) "0"
string(34) "Inf and NaN cannot be JSON encoded"
Inf and NaN cannot be JSON encoded
bool(false)
string(21) "Type is not supported"
asked
string(10) "[0,null,1]"
string(21) "Type is not supported"
Type is not supported
