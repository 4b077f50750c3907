<?php

/** Sends a mail in the encodings of the language. @path $to @path $subject @path $message @path $additional_params */
function mb_send_mail(string $to, string $subject, string $message, array|string $additional_headers = [], ?string $additional_params = null): bool {}
