/** What a key or a token may hold, here and at a hosted service, so that it fits a header (D247). */
export const CREDENTIAL = /^[\x21-\x7e]{1,4096}$/

/** The same in words, after the name of a variable. */
export const CREDENTIAL_RULE = 'must be 1 to 4,096 printable ASCII characters without spaces'
