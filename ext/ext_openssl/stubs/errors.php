<?php

/** The oldest error. */
function openssl_error_string(): string|false {}
