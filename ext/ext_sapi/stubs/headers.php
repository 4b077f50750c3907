<?php

/** The header fields of the request. */
function apache_request_headers(): array {}

/** The header fields of the response. */
function apache_response_headers(): array {}

/** The header fields of the request. @alias apache_request_headers */
function getallheaders(): array {}
