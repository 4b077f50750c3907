--TEST--
What is wrong is said by exceptions of many classes
--INI--
date.timezone=UTC
--FILE--
<?php
class NoParent extends DateTime { function __construct() {} }
$attempts = [
    fn() => new DateTime("nonsense"),
    fn() => (new DateTimeImmutable)->modify("nonsense"),
    fn() => date_modify(new DateTime, "nonsense"),
    fn() => new DateTimeZone("Nowhere"),
    fn() => new DateTimeZone("+200:00"),
    fn() => new DateInterval("P1"),
    fn() => DateInterval::createFromDateString("2024-01-01"),
    fn() => (new DateTime)->sub(DateInterval::createFromDateString("next weekday")),
    fn() => DatePeriod::createFromISO8601String("P1D"),
    fn() => new DatePeriod(1, 2, 3),
    fn() => (new NoParent)->format("c"),
    fn() => new NoParent == new NoParent,
    fn() => new DateTimeZone("UTC") == new DateTimeZone("+00:00"),
    fn() => (new DateTime)->setMicrosecond(1_000_000),
    fn() => DateTime::createFromTimestamp(NAN),
    fn() => DateTime::createFromFormat("Y", "20\0"),
    function () { $period = new DatePeriod(new DateTime, new DateInterval("P1D"), 1); $period->start = null; },
    fn() => new DateInterval("P1D") == new DateInterval("P1D"),
    fn() => date_default_timezone_set("Nowhere"),
    fn() => ini_set("date.timezone", "Nowhere"),
    fn() => idate("Y-m"),
];
set_error_handler(function ($level, $text) { echo "$level: $text\n"; return true; });
foreach ($attempts as $attempt) {
    try {
        $attempt();
    } catch (Throwable $error) {
        echo get_class($error), ": ", $error->getMessage(), "\n";
    }
}
?>
--EXPECT--
DateMalformedStringException: Failed to parse time string (nonsense) at position 0 (n): The timezone could not be found in the database
DateMalformedStringException: DateTimeImmutable::modify(): Failed to parse time string (nonsense) at position 0 (n): The timezone could not be found in the database
2: date_modify(): Failed to parse time string (nonsense) at position 0 (n): The timezone could not be found in the database
DateInvalidTimeZoneException: DateTimeZone::__construct(): Unknown or bad timezone (Nowhere)
DateMalformedIntervalStringException: Unknown or bad format (P1)
DateMalformedIntervalStringException: String '2024-01-01' contains non-relative elements
DateInvalidOperationException: DateTime::sub(): Only non-special relative time specifications are supported for subtraction
DateMalformedPeriodStringException: DatePeriod::createFromISO8601String(): ISO interval must contain a start date, "P1D" given
TypeError: DatePeriod::__construct() accepts (DateTimeInterface, DateInterval, int [, int]), or (DateTimeInterface, DateInterval, DateTime [, int]), or (string [, int]) as arguments
DateObjectError: Object of type NoParent (inheriting DateTime) has not been correctly initialized by calling parent::__construct() in its constructor
DateObjectError: Trying to compare an incomplete DateTime or DateTimeImmutable object
DateException: Cannot compare two different kinds of DateTimeZone objects
DateRangeError: DateTime::setMicrosecond(): Argument #1 ($microsecond) must be between 0 and 999999, 1000000 given
DateRangeError: DateTime::createFromTimestamp(): Argument #1 ($timestamp) must be a finite number between -9223372036854775808 and 9223372036854775807.999999, NAN given
ValueError: DateTime::createFromFormat(): Argument #2 ($datetime) must not contain any null bytes
Error: Cannot modify readonly property DatePeriod::$start
2: Cannot compare DateInterval objects
8: date_default_timezone_set(): Timezone ID 'Nowhere' is invalid
2: ini_set(): Invalid date.timezone value 'Nowhere', using 'UTC' instead
2: idate(): idate format is one char

