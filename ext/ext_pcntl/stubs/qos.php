<?php

namespace Pcntl;

/** How urgent a thread is, where the system asks (macOS). */
enum QosClass
{
    case UserInteractive;
    case UserInitiated;
    case Default;
    case Utility;
    case Background;
}
