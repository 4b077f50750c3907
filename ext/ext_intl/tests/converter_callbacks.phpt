--TEST--
Child classes of UConverter have a say, and may throw
--EXTENSIONS--
intl
--FILE--
<?php
class Telling extends UConverter
{
    public $throws = false;

    public function toUCallback($reason, $source, $codeUnits, &$error): array|string|int|null
    {
        if ($reason > 2) {
            return null;
        }
        echo UConverter::reasonText($reason), ' ', bin2hex($codeUnits), ' ', bin2hex($source), "\n";
        if ($this->throws) {
            throw new Exception('enough');
        }
        $error = U_ZERO_ERROR;
        return ['<', [0x1F600], '>'];
    }

    public function fromUCallback($reason, $source, $codePoint, &$error): array|string|int|null
    {
        if ($reason > 2) {
            return null;
        }
        $error = U_ZERO_ERROR;
        return sprintf('&#%d;', $codePoint);
    }
}

$c = new Telling('iso-8859-1', 'utf-8');
var_dump($c->convert("a\xffb\u{20ac}\u{e9}"));
$c->throws = true;
try {
    $c->convert("\x80");
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
var_dump($c->getDestinationEncoding());
$plain = new UConverter('ascii', 'latin1');
var_dump($plain->setSubstChars('?'), $plain->convert("x\xe9"), $plain->convert('y'), $plain->convert("\xe9", true));
var_dump(UConverter::transcode("\xe9", 'utf-16be', 'latin1') === "\0\xe9", UConverter::transcode('x', 'utf-8', 'no-such'), intl_get_error_message());
$none = new UConverter('no-such', 'utf-8');
var_dump($none->convert('x'), $none->getErrorMessage());
--EXPECT--
REASON_ILLEGAL ff 62e282acc3a9
REASON_ILLEGAL ff 62e282acc3a9
string(21) "a<&#128512;>b&#8364;é"
REASON_ILLEGAL 80 
enough
string(10) "ISO-8859-1"
bool(true)
string(2) "x?"
string(1) "y"
string(1) "?"
bool(true)
bool(false)
string(68) "Error setting encoding: 4 - U_FILE_ACCESS_ERROR: U_FILE_ACCESS_ERROR"
bool(false)
string(58) "Internal converters not initialized: U_INVALID_STATE_ERROR"
