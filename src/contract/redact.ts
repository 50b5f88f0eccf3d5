/** Stands where a secret was, in what a browser stores; never sent (D446). */
export const NOT_STORED = '[not stored]'

const SECRET_NAME =
  /token|secret|passw(?:or)?d|pwd|pass[-_ ]?(?:phrase|code|key)|authorization|bearer|(?:api|access|private|account|subscription|shared|signing|encryption|license|session|auth|client|master)[-_ ]?key|jwt|cookie|credential|^(?:auth|hmac|otp|pass|pin|sig)$/i
/** A text that is nothing but a credential; one that only mentions it, such as a prompt, is none. */
const SECRET_TEXT =
  /^\s*(?:(?:bearer|basic)\s+[\w.~+/=-]{8,}|[sr]k[-_][\w-]{16,}|eyJ[\w-]+\.[\w-]+\.[\w-]*|-----BEGIN [A-Z ]*PRIVATE KEY-----.*)\s*$/is
/** Under these a number is no count but the secret itself. */
const SECRET_NUMBER =
  /^(?:(?:room|join|host|conference|meeting)[-_ ]?)?(?:otp|pass|pin)$|(?:passw(?:or)?d|pwd|passcode)$/i
/** The scheme is bounded, so that a long text is read once. What ends a sentence or quotes the address is none of it. */
const ADDRESS = /\b[a-z][a-z\d+.-]{0,20}:\/\/\S*[^\s"<>\\.,:;!?'`*)\]}]/gi
const SIGNED = /sig|token|secret|credential|key|expires|jwt|auth|pass|pwd|ticket/i
/** Names of secrets in what a service says; in a request they may be a text of its own, such as the signature of an e-mail. */
const SAID_NAME =
  /signature|^sas$|(?:access|auth|verification|security|otp|join|room)[-_ ]?code|(?:room|join|host|conference|meeting)[-_ ]?(?:pin|otp)$|(?:stream|hmac|hash|ws|socket|media|room|participant)[-_ ]?key/i
/** Credentials within a sentence, each after what stays of it. */
const WITHIN =
  /\b((?:bearer|basic)\s+)(?=\S*[\d=])[\w.~+/=-]{12,}|\b[sr]k[-_](?=\S*\d)[\w-]{16,}|\beyJ[\w-]+\.[\w-]+\.[\w-]*|((?:token|secret|passw(?:or)?d|pwd|key|sig|signature|auth)=)(?=\S*\d)[^\s"'&,;]{4,}|(\bsips?:[^\s:@]{1,80}:)[^\s@]{4,}(?=@)/gi

/**
 * A copy of a request or reply without its secrets: all text under a name such as `token`, also in a list of
 * `{key, value}` or in a text that is JSON, text that is a credential by its form, a number that is one by its name, and the query of a signed address (D66),
 * in a sentence as well where it surely holds one (D888). Headers keep their names
 * alone: any of them may be a credential. `mark` stands in the place of each.
 */
export const redact = (value: unknown, mark = NOT_STORED): unknown => without(value, { mark, said: false })

/** The same of what a service said, which is never sent again: also credentials within its sentences, and under more names (D390). */
export const redactSaid = (value: unknown, mark = NOT_STORED): unknown => without(value, { mark, said: true })

interface How {
  readonly mark: string
  readonly said: boolean
}

/** `isSecret`: the name of it all says so. */
function without(value: unknown, how: How, isSecret = false): unknown {
  const { mark, said } = how
  if (typeof value === 'string') {
    if (isSecret || SECRET_TEXT.test(value)) return value && inPlace(value, mark)
    const text = withoutSignature(redactJson(value, how), mark)
    return said
      ? text.replace(WITHIN, (_all, scheme = '', name = '', user = '') => `${scheme}${name}${user}${mark}`)
      : text
  }
  if (Array.isArray(value)) return value.map((each) => without(each, how, isSecret))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value)
  const label = fields.find(([name, each]) => /^(key|name)$/i.test(name) && typeof each === 'string')?.[1]
  return Object.fromEntries(
    fields.map(([name, each]) => {
      if (/^headers$/i.test(name)) return [name, withoutValues(each, mark)]
      const called = label && /^value$/i.test(name) ? `${label}` : name
      // Other numbers and flags under a secret name, such as a count of tokens, are no secrets.
      if (typeof each === 'number' && SECRET_NUMBER.test(called)) return [name, mark]
      const hides = isSecret || SECRET_NAME.test(called) || (said && SAID_NAME.test(called))
      return [name, without(each, how, hides)]
    }),
  )
}

/** What was not stored is not there to be hidden. */
const inPlace = (value: unknown, mark: string) => (value === NOT_STORED ? value : mark)

/** A text that is a JSON object or list, as forms hold it; written anew only where a secret was in it. */
function redactJson(text: string, how: How): string {
  if (!/^\s*[{[]/.test(text)) return text
  try {
    const value: unknown = JSON.parse(text)
    const redacted = JSON.stringify(without(value, how), null, 2)
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
  if (typeof headers !== 'object') return mark
  if (headers === null) return null
  return Object.fromEntries(Object.entries(headers).map(([name, each]) => [name, inPlace(each, mark)]))
}

function withoutSignature(text: string, mark: string): string {
  return text.replace(ADDRESS, (address) => {
    if (!URL.canParse(address)) return address
    const url = new URL(address)
    const names = [url.search, url.hash.slice(1)].flatMap((part) => [...new URLSearchParams(part).keys()])
    // A prompt may name pages with any query, and users such as git@; what is missing there could not be sent again.
    const [signed, least] = address === text ? [SIGNED, 1] : [SECRET_NAME, 16]
    if (url.username.length < least && !url.password && !names.some((name) => signed.test(name)))
      return address
    for (const part of ['username', 'password', 'search', 'hash'] as const) url[part] = ''
    return `${url} ${mark}`
  })
}

/** As all of a text or its end, after an address within one, or as a value of a text that is JSON. */
const LEFT_OUT = /:\/\/\S* \[not stored\]|\[not stored\]$|^\s*[{[].*"\[not stored\]"/s

/** Where secrets were left out of a stored request, by path. */
export function leftOut(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return LEFT_OUT.test(value) ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => leftOut(each, path ? `${path}.${name}` : name))
}
