import { renderText } from '../contract/placeholders'
import type { DeclaredVariable } from '../contract/variable-lint'

/** A text with its variables filled in: what was given, else the default; a placeholder without either stays for all to see. */
export function sayText(
  text: string,
  variables: readonly DeclaredVariable[],
  given: Readonly<Record<string, unknown>>,
): string {
  const defaults = Object.fromEntries(variables.map(({ name, defaultValue }) => [name, defaultValue]))
  return renderText(text, given, defaults)
    .map((piece) => piece.text)
    .join('')
    .trim()
}
