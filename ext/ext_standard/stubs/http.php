<?php

/** @module network::request_body */

/** Reads the request's body as a form, whatever its method: variables and files. */
function request_parse_body(?array $options = null): array {}
