<?php

/** @module functions::intervals */

function date_interval_create_from_date_string(string $datetime): DateInterval|false {}

function date_interval_format(DateInterval $object, string $format): string {}

/** @module objects::interval @object-handlers objects::interval::object_handlers */
class DateInterval
{
    public function __construct(string $duration) {}

    /** @tentative-return */
    public static function createFromDateString(string $datetime): DateInterval {}

    /** @tentative-return */
    public function format(string $format): string {}

    public function __serialize(): array {}

    public function __unserialize(array $data): void {}

    /** @tentative-return */
    public function __wakeup(): void {}

    /** @tentative-return */
    public static function __set_state(array $array): DateInterval {}
}

/** @module objects::period @object-handlers objects::period::object_handlers */
class DatePeriod implements IteratorAggregate
{
    public const int EXCLUDE_START_DATE = 1;
    public const int INCLUDE_END_DATE = 2;

    public ?DateTimeInterface $start;
    public ?DateTimeInterface $current;
    public ?DateTimeInterface $end;
    public ?DateInterval $interval;
    public int $recurrences;
    public bool $include_start_date;
    public bool $include_end_date;

    public static function createFromISO8601String(string $specification, int $options = 0): static {}

    /** @raw @any-count */
    public function __construct($start, $interval = UNKNOWN, $end = UNKNOWN, $options = UNKNOWN) {}

    /** @tentative-return */
    public function getStartDate(): DateTimeInterface {}

    /** @tentative-return */
    public function getEndDate(): ?DateTimeInterface {}

    /** @tentative-return */
    public function getDateInterval(): DateInterval {}

    /** @tentative-return */
    public function getRecurrences(): ?int {}

    public function __serialize(): array {}

    public function __unserialize(array $data): void {}

    /** @tentative-return */
    public function __wakeup(): void {}

    /** @tentative-return */
    public static function __set_state(array $array): DatePeriod {}

    public function getIterator(): Iterator {}
}
