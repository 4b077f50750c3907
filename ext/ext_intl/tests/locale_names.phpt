--TEST--
Names of locales are taken apart, put together and matched
--EXTENSIONS--
intl
--FILE--
<?php
foreach (['de-Latn_DE_1996', 'x-one', 'i-klingon', 'sr_Latn_RS@currency=RSD', ''] as $name) {
    ini_set('intl.default_locale', 'sl-rozaj-IT');
    echo $name, ' ', json_encode(locale_parse($name)), ' ', json_encode(locale_get_all_variants($name)), "\n";
}
var_dump(Locale::composeLocale(['language' => 'en', 'extlang' => ['abc'], 'region' => 'GB', 'variant1' => 'a', 'variant0' => 'b', 'private' => 'p']));
var_dump(locale_compose(['language' => 1]), intl_get_error_message());
try {
    Locale::composeLocale(['region' => 'DE']);
} catch (ValueError $e) {
    echo $e->getMessage(), "\n";
}
var_dump(Locale::filterMatches('de-DEVA', 'de-DE'), Locale::filterMatches('de-DE-1996', 'de-DE'), Locale::filterMatches('de', '*'));
var_dump(Locale::lookup(['zh', 'zh-Hant', 'x'], 'zh-Hant-TW-x-y', false, 'en'), locale_lookup(['de-DE'], 'fr', true, 'en'));
var_dump(Locale::getDisplayRegion('de-CH', 'fr'), Locale::getDisplayLanguage('i-lux', 'en'), Locale::getScript(str_repeat('a', 200)));
var_dump(Locale::acceptFromHttp('xx;q=0.1, da-DK;q=0.8'));
--EXPECT--
de-Latn_DE_1996 {"language":"de","script":"Latn","region":"DE","variant0":"1996"} ["1996"]
x-one {"private0":"one"} []
i-klingon {"grandfathered":"i-klingon"} []
sr_Latn_RS@currency=RSD {"language":"sr","script":"Latn","region":"RS"} []
 {"language":"sl","variant0":"ROZAJ","variant1":"IT"} ["ROZAJ","IT"]
string(17) "en_abc_GB_b_a_x_p"
bool(false)
string(81) "locale_compose: parameter array element is not a string: U_ILLEGAL_ARGUMENT_ERROR"
Locale::composeLocale(): Argument #1 ($subtags) must contain a "language" key
bool(false)
bool(true)
bool(true)
string(7) "zh-Hant"
string(2) "en"
string(6) "Suisse"
string(13) "Luxembourgish"
NULL
string(5) "da_DK"
