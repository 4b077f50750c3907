<?php

/** @module misc::browser */

/** What a browser can do, by the name that it gives itself. */
function get_browser(?string $user_agent = null, bool $return_array = false): object|array|false {}
