<?php

/** @module api::effects */

/** @raw @any-count */
function imagefilter(GdImage $image, int $filter, ...$args): bool {}

function imageconvolution(GdImage $image, array $matrix, float $divisor, float $offset): bool {}

function imagegammacorrect(GdImage $image, float $input_gamma, float $output_gamma): bool {}
