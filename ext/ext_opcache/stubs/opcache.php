<?php

/**
 * @module opcache
 * @ini opcache.enable "1" all settings::enable
 * @ini opcache.use_cwd "1" system
 * @ini opcache.validate_timestamps "1" all
 * @ini opcache.validate_permission "0" system
 * @ini opcache.validate_root "0" system
 * @ini opcache.dups_fix "0" all
 * @ini opcache.revalidate_path "0" all
 * @ini opcache.log_verbosity_level "1" system
 * @ini opcache.memory_consumption "128" system settings::memory
 * @ini opcache.interned_strings_buffer "8" system settings::interned
 * @ini opcache.max_accelerated_files "10000" system settings::files
 * @ini opcache.max_wasted_percentage "5" system settings::wasted
 * @ini opcache.force_restart_timeout "180" system
 * @ini opcache.revalidate_freq "2" all
 * @ini opcache.file_update_protection "2" all
 * @ini opcache.preferred_memory_model "" system
 * @ini opcache.blacklist_filename "" system
 * @ini opcache.max_file_size "0" system
 * @ini opcache.protect_memory "0" system
 * @ini opcache.save_comments "1" system
 * @ini opcache.record_warnings "0" system
 * @ini opcache.optimization_level "0x7FFEBFFF" system
 * @ini opcache.opt_debug_level "0" system
 * @ini opcache.enable_file_override "0" system
 * @ini opcache.enable_cli "0" system
 * @ini opcache.error_log "" system
 * @ini opcache.restrict_api "" system
 * @ini opcache.lockfile_path "/tmp" system
 * @ini opcache.file_cache null system
 * @ini opcache.file_cache_only "0" system
 * @ini opcache.file_cache_consistency_checks "1" system
 * @ini opcache.huge_code_pages "0" system
 * @ini opcache.preload "" system
 * @ini opcache.preload_user "" system
 * @ini opcache.jit "disable" all settings::jit
 * @ini opcache.jit_buffer_size "64M" system
 * @ini opcache.jit_debug "0" all
 * @ini opcache.jit_bisect_limit "0" all
 * @ini opcache.jit_prof_threshold "0.005" all
 * @ini opcache.jit_max_root_traces "1024" system
 * @ini opcache.jit_max_side_traces "128" system
 * @ini opcache.jit_max_exit_counters "8192" system
 * @ini opcache.jit_hot_loop "64" system
 * @ini opcache.jit_hot_func "127" system
 * @ini opcache.jit_hot_return "8" system
 * @ini opcache.jit_hot_side_exit "8" all
 * @ini opcache.jit_blacklist_root_trace "16" all
 * @ini opcache.jit_blacklist_side_trace "8" all
 * @ini opcache.jit_max_loop_unrolls "8" all
 * @ini opcache.jit_max_recursive_calls "2" all
 * @ini opcache.jit_max_recursive_returns "2" all
 * @ini opcache.jit_max_polymorphic_calls "2" all
 * @ini opcache.jit_max_trace_length "1024" all
 */

/** Drops all compiled files before the next request. */
function opcache_reset(): bool {}

/** What the cache holds. */
function opcache_get_status(bool $include_scripts = true): array|false {}

/** Compiles a file without running it. */
function opcache_compile_file(string $filename): bool {}

/** Drops a compiled file. */
function opcache_invalidate(string $filename, bool $force = false): bool {}

/** Keeps a function from being compiled to machine code. */
function opcache_jit_blacklist(Closure $closure): void {}

/** The settings, as values. */
function opcache_get_configuration(): array|false {}

/** Is a file in the cache? */
function opcache_is_script_cached(string $filename): bool {}
