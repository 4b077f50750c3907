<?php

class DateError extends Error {}

class DateObjectError extends DateError {}

class DateRangeError extends DateError {}

class DateException extends Exception {}

class DateInvalidTimeZoneException extends DateException {}

class DateInvalidOperationException extends DateException {}

class DateMalformedStringException extends DateException {}

class DateMalformedIntervalStringException extends DateException {}

class DateMalformedPeriodStringException extends DateException {}
