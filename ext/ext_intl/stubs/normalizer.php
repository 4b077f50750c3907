<?php

/** The forms in which Unicode writes the same text. */
class Normalizer
{
    public const int FORM_D = 4;
    public const int NFD = 4;
    public const int FORM_KD = 8;
    public const int NFKD = 8;
    public const int FORM_C = 16;
    public const int NFC = 16;
    public const int FORM_KC = 32;
    public const int NFKC = 32;
    public const int FORM_KC_CF = 48;
    public const int NFKC_CF = 48;

    /** @body normalizer::normalizer_normalize @tentative-return */
    public static function normalize(string $string, int $form = Normalizer::FORM_C): string|false {}

    /** @body normalizer::normalizer_is_normalized @tentative-return */
    public static function isNormalized(string $string, int $form = Normalizer::FORM_C): bool {}

    /** @body normalizer::normalizer_get_raw_decomposition @tentative-return */
    public static function getRawDecomposition(string $string, int $form = Normalizer::FORM_C): ?string {}
}

/** The string in a form. */
function normalizer_normalize(string $string, int $form = Normalizer::FORM_C): string|false {}

/** Is the string in this form already? */
function normalizer_is_normalized(string $string, int $form = Normalizer::FORM_C): bool {}

/** What Unicode's table says a character is made of, in one step. */
function normalizer_get_raw_decomposition(string $string, int $form = Normalizer::FORM_C): ?string {}
