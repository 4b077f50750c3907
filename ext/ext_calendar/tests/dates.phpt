--TEST--
Days in four calendars, and Easter
--FILE--
<?php
foreach ([2440588, 2460000, 2376000, 347998, 1721426, 0] as $day) {
    echo jdtogregorian($day), " ", jdtojulian($day), " ", jdtojewish($day), " ", jdtofrench($day), " ", jddayofweek($day, CAL_DOW_LONG), "\n";
}
for ($year = 5700; $year < 5720; $year++) {
    for ($month = 1, $days = []; $month <= 13; $month++) {
        $days[] = cal_days_in_month(CAL_JEWISH, $month, $year);
    }
    echo jewishtojd(1, 1, $year), " ", implode(" ", $days), "\n";
}
var_dump(bin2hex(jdtojewish(gregoriantojd(10, 8, 2002), true, CAL_JEWISH_ADD_GERESHAYIM + CAL_JEWISH_ADD_ALAFIM)));
foreach ([1492, 1600, 1751, 1913, 2024, 2025] as $year) {
    echo easter_days($year), " ", easter_days($year, CAL_EASTER_ALWAYS_JULIAN), " ";
}
echo "\n", jdmonthname(2460000, CAL_MONTH_JEWISH), " ", cal_from_jd(2460000, CAL_GREGORIAN)["monthname"], " ", jdtounix(2460000), "\n";
try {
    cal_days_in_month(4, 1, 2000);
} catch (ValueError $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECTF--
1/1/1970 12/19/1969 4/23/5730 0/0/0 Thursday
2/24/2023 2/11/2023 7/3/5783 0/0/0 Friday
3/1/1793 2/18/1793 7/17/5553 6/11/1 Friday
9/7/-3761 10/7/-3761 1/1/1 0/0/0 Monday
1/1/1 1/3/1 4/18/3761 0/0/0 Monday
0/0/0 0/0/0 0/0/0 0/0/0 Monday
2429521 30 30 30 29 30 30 29 30 29 30 29 30 29
2429906 30 29 30 29 30 0 29 30 29 30 29 30 29
2430260 30 30 30 29 30 0 29 30 29 30 29 30 29
2430615 30 29 29 29 30 30 29 30 29 30 29 30 29
2430998 30 29 30 29 30 0 29 30 29 30 29 30 29
2431352 30 30 30 29 30 0 29 30 29 30 29 30 29
2431707 30 29 29 29 30 30 29 30 29 30 29 30 29
2432090 30 29 30 29 30 0 29 30 29 30 29 30 29
2432444 30 30 30 29 30 30 29 30 29 30 29 30 29
2432829 30 30 30 29 30 0 29 30 29 30 29 30 29
2433184 30 29 29 29 30 0 29 30 29 30 29 30 29
2433537 30 29 30 29 30 30 29 30 29 30 29 30 29
2433921 30 30 30 29 30 0 29 30 29 30 29 30 29
2434276 30 30 30 29 30 0 29 30 29 30 29 30 29
2434631 30 29 29 29 30 30 29 30 29 30 29 30 29
2435014 30 29 30 29 30 0 29 30 29 30 29 30 29
2435368 30 30 30 29 30 0 29 30 29 30 29 30 29
2435723 30 30 30 29 30 30 29 30 29 30 29 30 29
2436108 30 29 30 29 30 0 29 30 29 30 29 30 29
2436462 30 29 29 29 30 30 29 30 29 30 29 30 29
string(42) "e12720e7f9e5ef20e420e0ecf4e9ed20faf9f122e2"
32 32 2 2 17 17 2 24 10 32 30 17 
Adar February 1677196800
cal_days_in_month(): Argument #1 ($calendar) must be a valid calendar ID
