<?php

const SIG_IGN = 1;
const SIG_DFL = 0;
const SIG_ERR = -1;
const SIGHUP = 1;
const SIGINT = 2;
const SIGQUIT = 3;
const SIGILL = 4;
const SIGTRAP = 5;
const SIGABRT = 6;
const SIGIOT = 6;
const SIGBUS = 7;
const SIGFPE = 8;
const SIGKILL = 9;
const SIGUSR1 = 10;
const SIGSEGV = 11;
const SIGUSR2 = 12;
const SIGPIPE = 13;
const SIGALRM = 14;
const SIGTERM = 15;
const SIGSTKFLT = 16;
const SIGCLD = 17;
const SIGCHLD = 17;
const SIGCONT = 18;
const SIGSTOP = 19;
const SIGTSTP = 20;
const SIGTTIN = 21;
const SIGTTOU = 22;
const SIGURG = 23;
const SIGXCPU = 24;
const SIGXFSZ = 25;
const SIGVTALRM = 26;
const SIGPROF = 27;
const SIGWINCH = 28;
const SIGPOLL = 29;
const SIGIO = 29;
const SIGPWR = 30;
const SIGSYS = 31;
const SIGBABY = 31;
const SIGRTMIN = 34;
const SIGRTMAX = 64;
const SIG_BLOCK = 0;
const SIG_UNBLOCK = 1;
const SIG_SETMASK = 2;
const SI_USER = 0;
const SI_KERNEL = 128;
const SI_QUEUE = -1;
const SI_TIMER = -2;
const SI_MESGQ = -3;
const SI_ASYNCIO = -4;
const SI_SIGIO = -5;
const SI_TKILL = -6;
const CLD_EXITED = 1;
const CLD_KILLED = 2;
const CLD_DUMPED = 3;
const CLD_TRAPPED = 4;
const CLD_STOPPED = 5;
const CLD_CONTINUED = 6;
const TRAP_BRKPT = 1;
const TRAP_TRACE = 2;
const POLL_IN = 1;
const POLL_OUT = 2;
const POLL_MSG = 3;
const POLL_ERR = 4;
const POLL_PRI = 5;
const POLL_HUP = 6;
const ILL_ILLOPC = 1;
const ILL_ILLOPN = 2;
const ILL_ILLADR = 3;
const ILL_ILLTRP = 4;
const ILL_PRVOPC = 5;
const ILL_PRVREG = 6;
const ILL_COPROC = 7;
const ILL_BADSTK = 8;
const FPE_INTDIV = 1;
const FPE_INTOVF = 2;
const FPE_FLTDIV = 3;
const FPE_FLTOVF = 4;
const FPE_FLTUND = 5;
const FPE_FLTRES = 6;
const FPE_FLTINV = 7;
const FPE_FLTSUB = 8;
const SEGV_MAPERR = 1;
const SEGV_ACCERR = 2;
const BUS_ADRALN = 1;
const BUS_ADRERR = 2;
const BUS_OBJERR = 3;

/** Says what a signal does. @optional $restart_syscalls */
function pcntl_signal(int $signal, $handler, bool $restart_syscalls = true): bool {}

/** What a signal does. @return callable|int */
function pcntl_signal_get_handler(int $signal) {}

/** Calls the handlers of signals that have come. */
function pcntl_signal_dispatch(): bool {}

/** Handlers are called as soon as signals come. */
function pcntl_async_signals(?bool $enable = null): bool {}

/** Changes which signals are held back. */
function pcntl_sigprocmask(int $mode, array $signals, &$old_signals = null): bool {}

/** Waits for a signal. */
function pcntl_sigwaitinfo(array $signals, &$info = []): int|false {}

/** Waits for a signal, but not for ever. */
function pcntl_sigtimedwait(array $signals, &$info = [], int $seconds = 0, int $nanoseconds = 0): int|false {}

/** Asks for SIGALRM. */
function pcntl_alarm(int $seconds): int {}
