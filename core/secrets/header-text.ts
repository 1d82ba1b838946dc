/** Most characters of a header's value. */
export const MAX_HEADER_CHARACTERS = 4_096;

/** RFC 9110 §5.5: no control characters, so that no value can end its line and begin another. */
export const HEADER_TEXT = /^[\t\x20-\x7e\x80-\xff]*$/;
