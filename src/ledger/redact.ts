const SECRET_NAME = /token|secret|password|passwd|authorization|api[-_]?key|jwt|cookie|credential/i
const SIGNED = /sig|token|secret|credential|key|expires/i

/** Replaces a secret. */
export const NOT_STORED = '[not stored]'

/**
 * A copy of a request or reply without its secrets: text under a name such as `token`, also in a list of
 * `{key, value}`, and the query of a signed address (D66). Headers keep their names alone: any of them may be a credential.
 */
export function redact(value: unknown): unknown {
  if (typeof value === 'string') return withoutSignature(value)
  if (Array.isArray(value)) return value.map(redact)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value)
  const label = fields.find(([name, each]) => /^(key|name)$/i.test(name) && typeof each === 'string')?.[1]
  const isSecretPair = typeof label === 'string' && SECRET_NAME.test(label)
  return Object.fromEntries(
    fields.map(([name, each]) => {
      if (/^headers$/i.test(name)) return [name, withoutValues(each)]
      const isSecret = SECRET_NAME.test(name) || (isSecretPair && name.toLowerCase() === 'value')
      return [name, isSecret && typeof each === 'string' && each !== '' ? NOT_STORED : redact(each)]
    }),
  )
}

/** Headers as an object or a list of `{key, value}`, without what they hold. */
function withoutValues(headers: unknown): unknown {
  if (Array.isArray(headers)) return headers.map(withoutPairValue)
  if (typeof headers !== 'object' || headers === null) return NOT_STORED
  return Object.fromEntries(Object.keys(headers).map((name) => [name, NOT_STORED]))
}

const withoutPairValue = (pair: unknown) =>
  typeof pair === 'object' && pair !== null && 'value' in pair ? { ...pair, value: NOT_STORED } : NOT_STORED

function withoutSignature(text: string): string {
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
  return `${url} ${NOT_STORED}`
}

/** A copy in which every phone number is masked but for its country digit and the last two. */
export function maskNumbers(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.replace(
      /\+\d{7,15}\b/g,
      (number) => number.slice(0, 2) + '*'.repeat(number.length - 4) + number.slice(-2),
    )
  }
  if (Array.isArray(value)) return value.map(maskNumbers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, maskNumbers(each)]))
}
