//! Dates, intervals and time zones as texts. The first line is a format, a zone or an interval.
#![no_main]

const PROGRAM: &str = r#"
[$format, $text] = explode("\n", $data, 2) + [1 => $data];
$moment = strtotime($text, 1700000000);
date_parse($text);
try {
    date_parse_from_format($format, $text);
} catch (ValueError) {
}
foreach ([$text, $format] as $one) {
    try {
        $date = new DateTimeImmutable($one, new DateTimeZone('Europe/Berlin'));
        // Years of more than four digits are read as something else, and offsets are written without seconds.
        if ((int) $date->format('Y') >= 1970 && (int) $date->format('Y') < 3000 && $date->getOffset() % 60 === 0) {
            $again = new DateTimeImmutable($date->format('Y-m-d\TH:i:s.uP'));
            $again == $date || exit(77);
        }
        $difference = $date->diff(new DateTimeImmutable('@1700000000'));
        $date->add($difference);
        $difference->format('%R%y %m %d %h %i %s %f %a');
        // In the hour that comes twice it may be the other one.
        $local = 'Y-m-d H:i:s.u e';
        unserialize(serialize($date))->format($local) === $date->format($local) || exit(77);
        $date->modify($format);
    } catch (DateException | DateError | ValueError) {
    }
    try {
        $date = DateTime::createFromFormat($format, $text);
        $date && $date->format($format);
    } catch (DateException | ValueError) {
    }
    try {
        $zone = new DateTimeZone($one);
        $zone->getTransitions(0, 2000000000);
        (new DateTime('@0'))->setTimezone($zone)->format('c e T I Z');
    } catch (DateException | ValueError) {
    }
    try {
        $interval = new DateInterval($one);
        (new DateTime('@0'))->add($interval)->sub($interval);
    } catch (DateException | ValueError) {
    }
    try {
        $interval = DateInterval::createFromDateString($one);
        unserialize(serialize($interval));
    } catch (DateException | ValueError) {
    }
    try {
        $steps = 0;
        foreach (DatePeriod::createFromISO8601String($one) as $date) {
            if (++$steps > 50) {
                break;
            }
        }
    } catch (DateException | ValueError) {
    }
}
"#;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| loxo_fuzz::run(PROGRAM, bytes));
