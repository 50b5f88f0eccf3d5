/** Characters of scripts that are written without spaces; models mostly take one token for each. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu

/** Other characters that make one token, on average. */
const CHARACTERS_PER_TOKEN = 4

/** About how many tokens a text is: one for every four characters, one for each of a dense script (D142). */
export function estimateTokens(text: string): number {
  const dense = text.match(DENSE)?.length ?? 0
  return Math.ceil((text.length - dense) / CHARACTERS_PER_TOKEN) + dense
}
