/** What became of a typed phone number. `doubt` is worth saying but no reason to refuse: numbering plans change faster than our copy. */
export type PhoneReading =
  | { ok: true; e164: string; country: string | null; doubt: string | null }
  | { ok: false; reason: string }

type Library = typeof import('./phone-plans')

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

/** Reasons that need no numbering plan: what is not written as an international number at all. Null when it may be one. */
export function phoneFormProblem(typed: string): string | null {
  const text = typed.trim()
  if (text === '') return 'Enter a phone number, for example +14155550123.'
  if (/[^\d\s+().\-/\u2010-\u2015\u00a0]/u.test(text)) {
    return 'A phone number has only digits, spaces and + ( ) - . / in it. Extensions cannot be dialled.'
  }
  if (text.startsWith('00')) return `Write + instead of the leading 00: +${text.slice(2).trim()}`
  if (!text.startsWith('+')) return 'Begin with + and the country code, for example +14155550123.'
  if (text.indexOf('+', 1) !== -1) return 'The + belongs at the beginning only. Enter one number.'
  return null
}

/** Reads a typed number with the numbering plans of `library`. */
export function readPhone(typed: string, library: Library): PhoneReading {
  const problem = phoneFormProblem(typed)
  if (problem) return { ok: false, reason: problem }
  try {
    const number = library.parsePhoneNumberWithError(typed.trim())
    const length = library.validatePhoneNumberLength(typed.trim())
    const country = number.country ? (countryNames.of(number.country) ?? number.country) : null
    const place = country ?? `country code +${number.countryCallingCode}`
    if (length === 'TOO_SHORT')
      return { ok: false, reason: `Too short for ${place}. Check for missing digits.` }
    if (length === 'TOO_LONG') return { ok: false, reason: `Too long for ${place}. Check for extra digits.` }
    if (length) return { ok: false, reason: `No number of ${place} has this many digits.` }
    return {
      ok: true,
      e164: number.number,
      country,
      doubt: number.isValid()
        ? null
        : `Not in the numbering plan of ${place} as we know it. Check it before calling.`,
    }
  } catch (error) {
    return { ok: false, reason: reasonOf(error) }
  }
}

/** The library's own reasons, in a sentence. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error ? error.message : ''
  if (code === 'INVALID_COUNTRY') return 'No country has this code. Check the digits after the +.'
  if (code === 'TOO_SHORT') return 'Too short for a phone number. Check for missing digits.'
  if (code === 'TOO_LONG') return 'Too long for a phone number: at most 15 digits after the +.'
  return 'This is not a phone number. Enter one like +14155550123.'
}

let library: Promise<Library> | undefined

/** Loads the numbering plans once (the smallest set, 25 kB compressed), when the first phone field is used. A failed load is tried again the next time. */
export function loadPhoneLibrary(): Promise<Library> {
  library ??= import('./phone-plans').catch((error: unknown) => {
    library = undefined
    throw error
  })
  return library
}
