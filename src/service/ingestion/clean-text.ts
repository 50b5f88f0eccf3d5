// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
const INVISIBLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u2060\ufeff\ufffe\uffff]/g

/**
 * Text that a database and a screen can hold: well-formed, no control or zero-width characters, one kind of space.
 * Tabs and line ends stay; CRLF becomes LF.
 */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(INVISIBLE, '')
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f]/g, ' ')
    .toWellFormed()
}
