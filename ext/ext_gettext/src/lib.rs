//! gettext
