<?php

/**
 * @module functions
 * @ini excimer.default_max_depth "1000" all
 */

const EXCIMER_REAL = 0;
const EXCIMER_CPU = 1;

/** Calls something once after so many seconds, unless the timer that it gives is dropped before. @unchecked $callback @unchecked $interval */
function excimer_set_timeout($callback, $interval) {}

/** Notes the stack of calls from time to time. @module profiler @object-handlers profiler::object_handlers */
class ExcimerProfiler
{
    /** @unchecked $period */
    public function setPeriod($period) {}

    /** @unchecked $event_type */
    public function setEventType($event_type) {}

    /** @unchecked $max_depth */
    public function setMaxDepth($max_depth) {}

    /** @unchecked $callback @unchecked $max_samples */
    public function setFlushCallback($callback, $max_samples) {}

    public function clearFlushCallback() {}

    public function start() {}

    public function stop() {}

    public function getLog(): ExcimerLog {}

    public function flush() {}
}

/** What a profiler has noted. @module log @object-handlers log::object_handlers */
class ExcimerLog implements Iterator, Countable, ArrayAccess
{
    private final function __construct() {}

    public function formatCollapsed() {}

    public function getSpeedscopeData() {}

    public function aggregateByFunction(): array {}

    public function getEventCount() {}

    /** @tentative-return */
    public function current(): mixed {}

    /** @tentative-return */
    public function key(): mixed {}

    /** @tentative-return */
    public function next(): void {}

    /** @tentative-return */
    public function rewind(): void {}

    /** @tentative-return */
    public function valid(): bool {}

    /** @tentative-return */
    public function count(): int {}

    /** @tentative-return @unchecked $offset */
    public function offsetExists($offset): bool {}

    /** @tentative-return @unchecked $offset */
    public function offsetGet($offset): mixed {}

    /** @tentative-return @unchecked $offset @unchecked $value */
    public function offsetSet($offset, $value): void {}

    /** @tentative-return @unchecked $offset */
    public function offsetUnset($offset): void {}
}

/** One sample of a log. @module log_entry @object-handlers log_entry::object_handlers */
class ExcimerLogEntry
{
    private final function __construct() {}

    public function getTimestamp() {}

    public function getEventCount() {}

    public function getTrace() {}
}

/** Calls something when a time has passed. @module timer @object-handlers timer::object_handlers */
class ExcimerTimer
{
    /** @unchecked $event_type */
    public function setEventType($event_type) {}

    /** @unchecked $interval */
    public function setInterval($interval) {}

    /** @unchecked $period */
    public function setPeriod($period) {}

    /** @unchecked $callback */
    public function setCallback($callback) {}

    public function start() {}

    public function stop() {}

    public function getTime() {}
}
