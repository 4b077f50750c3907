<?php

/** @module files */

/** A file to post. @path $filename */
function curl_file_create(string $filename, ?string $mime_type = null, ?string $posted_filename = null): CURLFile {}

/** A file to post. @object-handlers files::object_handlers @module files */
class CURLFile
{
    public string $name = "";
    public string $mime = "";
    public string $postname = "";

    /** Names the file. @path $filename */
    public function __construct(string $filename, ?string $mime_type = null, ?string $posted_filename = null) {}

    /** @tentative-return */
    public function getFilename(): string {}

    /** @tentative-return */
    public function getMimeType(): string {}

    /** @tentative-return */
    public function getPostFilename(): string {}

    /** @tentative-return */
    public function setMimeType(string $mime_type): void {}

    /** @tentative-return */
    public function setPostFilename(string $posted_filename): void {}
}

/** A text to post as a file. @module string_file */
class CURLStringFile
{
    public string $data;
    public string $postname;
    public string $mime;

    public function __construct(string $data, string $postname, string $mime = "application/octet-stream") {}
}
