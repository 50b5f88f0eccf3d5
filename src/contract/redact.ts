import { NOT_STORED } from './not-stored'

const SECRET_NAME =
  /token|secret|passw(?:or)?d|pwd|pass[-_ ]?(?:phrase|code)|authorization|bearer|(?:api|access|private|account|subscription|shared|signing|encryption|license|session|auth|client|master)[-_ ]?key|jwt|cookie|credential/i
/** A text that is nothing but a credential; one that only mentions it, such as a prompt, is none. */
const SECRET_TEXT =
  /^\s*(?:(?:bearer|basic)\s+[\w.~+/=-]{8,}|eyJ[\w-]+\.[\w-]+\.[\w-]*|-----BEGIN [A-Z ]*PRIVATE KEY-----.*)\s*$/is
const SIGNED = /sig|token|secret|credential|key|expires/i

/**
 * A copy of a request or reply without its secrets: all text under a name such as `token`, also in a list of
 * `{key, value}` or in a text that is JSON, text that is a credential by its form, and the query of a signed address (D66). Headers keep their names
 * alone: any of them may be a credential. `mark` stands in the place of each; `isSecret`: the name of it all says so.
 */
export function redact(value: unknown, mark = NOT_STORED, isSecret = false): unknown {
  if (typeof value === 'string') {
    if (isSecret || SECRET_TEXT.test(value)) return value && inPlace(value, mark)
    return withoutSignature(redactJson(value, mark), mark)
  }
  if (Array.isArray(value)) return value.map((each) => redact(each, mark, isSecret))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value)
  const label = fields.find(([name, each]) => /^(key|name)$/i.test(name) && typeof each === 'string')?.[1]
  const isSecretPair = typeof label === 'string' && SECRET_NAME.test(label)
  return Object.fromEntries(
    fields.map(([name, each]) => {
      if (/^headers$/i.test(name)) return [name, withoutValues(each, mark)]
      // Numbers and flags under a secret name, such as a count of tokens, are no secrets.
      const hides = isSecret || SECRET_NAME.test(name) || (isSecretPair && name.toLowerCase() === 'value')
      return [name, redact(each, mark, hides)]
    }),
  )
}

/** What was not stored is not there to be hidden. */
const inPlace = (value: unknown, mark: string) => (value === NOT_STORED ? value : mark)

/** A text that is a JSON object or list, as forms hold it; written anew only where a secret was in it. */
function redactJson(text: string, mark: string): string {
  if (!/^\s*[{[]/.test(text)) return text
  try {
    const value: unknown = JSON.parse(text)
    const redacted = JSON.stringify(redact(value, mark), null, 2)
    return redacted === JSON.stringify(value, null, 2) ? text : redacted
  } catch {
    return text
  }
}

/** Headers as an object or a list of `{key, value}`, without what they hold. */
function withoutValues(headers: unknown, mark: string): unknown {
  const withoutValue = (pair: unknown) =>
    typeof pair === 'object' && pair !== null && 'value' in pair
      ? { ...pair, value: inPlace(pair.value, mark) }
      : inPlace(pair, mark)
  if (Array.isArray(headers)) return headers.map(withoutValue)
  if (typeof headers !== 'object' || headers === null) return mark
  return Object.fromEntries(Object.entries(headers).map(([name, each]) => [name, inPlace(each, mark)]))
}

function withoutSignature(text: string, mark: string): string {
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return text
  const url = new URL(text)
  if (
    url.username === '' &&
    url.password === '' &&
    ![...url.searchParams.keys()].some((name) => SIGNED.test(name))
  )
    return text
  url.username = ''
  url.password = ''
  url.search = ''
  return `${url} ${mark}`
}
