<?php

/** A connection to a server that watches other servers. @module sentinel @object-handlers sentinel::object_handlers */
class RedisSentinel
{
    /** Takes where to connect to, later. */
    public function __construct(?array $options = null) {}

    /** Are there enough watchers for a master to be replaced? @raw @body sentinel::run */
    public function ckquorum(string $master) {}

    /** Replaces a master. @raw @body sentinel::run */
    public function failover(string $master) {}

    /** Writes the configuration anew. @raw @body sentinel::run */
    public function flushconfig() {}

    /** Address and port of a master. @raw @body sentinel::run */
    public function getMasterAddrByName(string $master) {}

    /** What is known of a master. @raw @body sentinel::run */
    public function master(string $master) {}

    /** The same of all masters. @raw @body sentinel::run */
    public function masters() {}

    /** Who the watcher is. @raw @body sentinel::run */
    public function myid(): string {}

    /** Is anybody there? @raw @body sentinel::run */
    public function ping() {}

    /** Forgets what is known of masters whose names fit. @raw @body sentinel::run */
    public function reset(string $pattern) {}

    /** The other watchers of a master. @raw @body sentinel::run */
    public function sentinels(string $master) {}

    /** The replicas of a master. @raw @body sentinel::run */
    public function slaves(string $master) {}
}
