<?php

/**
 * @module functions
 * @ini xhprof.output_dir "" all
 * @ini xhprof.collect_additional_info "0" all
 * @ini xhprof.sampling_interval "100000" all
 * @ini xhprof.sampling_depth "2147483647" all
 */

const XHPROF_FLAGS_NO_BUILTINS = 1;
const XHPROF_FLAGS_CPU = 2;
const XHPROF_FLAGS_MEMORY = 4;

/** Begins to add up what each function costs, by its caller. @unchecked $flags @unchecked $options */
function xhprof_enable($flags = UNKNOWN, $options = UNKNOWN) {}

/** Ends that, and gives the sums. */
function xhprof_disable() {}

/** Begins to note the stack of calls from time to time. */
function xhprof_sample_enable() {}

/** Ends that, and gives the stacks. */
function xhprof_sample_disable() {}
