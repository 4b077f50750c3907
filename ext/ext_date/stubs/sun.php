<?php

/** @module functions::sun */

/** @deprecated */
const SUNFUNCS_RET_TIMESTAMP = 0;
/** @deprecated */
const SUNFUNCS_RET_STRING = 1;
/** @deprecated */
const SUNFUNCS_RET_DOUBLE = 2;

/** When the sun rises. @deprecated since 8.1, use date_sun_info() instead */
function date_sunrise(int $timestamp, int $returnFormat = SUNFUNCS_RET_STRING, ?float $latitude = null, ?float $longitude = null, ?float $zenith = null, ?float $utcOffset = null): string|int|float|false {}

/** When the sun sets. @deprecated since 8.1, use date_sun_info() instead */
function date_sunset(int $timestamp, int $returnFormat = SUNFUNCS_RET_STRING, ?float $latitude = null, ?float $longitude = null, ?float $zenith = null, ?float $utcOffset = null): string|int|float|false {}

/** Rise, set, transit and twilights of a day. */
function date_sun_info(int $timestamp, float $latitude, float $longitude): array {}
