<?php

/**
 * @module functions
 * @ini pcov.enabled "0" system
 * @ini pcov.directory "" perdir
 * @ini pcov.exclude "" perdir
 * @ini pcov.initial.memory "65336" perdir
 * @ini pcov.initial.files "64" perdir
 */

namespace pcov;

const all = 0;
const inclusive = 1;
const exclusive = 2;
const version = '1.0.12';

/** Begins to note which lines run. */
function start() {}

/** Ends that until the next start. */
function stop() {}

/** The lines of files, and whether they have run. */
function collect(int $type = UNKNOWN, array $filter = UNKNOWN) {}

/** Forgets which lines have run. */
function clear(bool $files = UNKNOWN) {}

/** Files of which lines have run. */
function waiting() {}

/** How many bytes are free in the memory for lines that have run. */
function memory() {}
