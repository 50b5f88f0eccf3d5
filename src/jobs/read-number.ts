import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  type PhoneNumber,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/min'
import { plainNumber } from './column-names'

/** What a cell means as a phone number. `suggestion`: what was probably meant, or may have been, as it would be typed. */
export type NumberReading =
  | {
      readonly ok: true
      readonly e164: string
      readonly country?: string
      readonly doubt?: string
      readonly suggestion?: string
    }
  | {
      readonly ok: false
      readonly kind: 'no-number' | 'number' | 'plus' | 'damage'
      readonly message: string
      readonly suggestion?: string
    }

const ERROR_VALUE = /^#(?:REF!|N\/A|NAME\?|VALUE!|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|#+)$/i
const SCIENTIFIC = /^[+-]?(\d+)(?:[.,](\d+))?E\+?(\d+)$/i

/** An error value of a spreadsheet, or a number that it shortened; `undefined` where it is neither. */
export function spreadsheetDamage(cell: string): string | undefined {
  const text = cell.trim()
  if (ERROR_VALUE.test(text))
    return `${text} is an error of the spreadsheet, not a value. Fix the formula there, or type the value.`
  if (SCIENTIFIC.test(text) && text.length > 5)
    return `A spreadsheet shortened this number to ${text}. Format the column as text there and export again, or type the number.`
  if (text.includes('\ufffd'))
    return 'Letters were lost when this file was saved. Export it as CSV UTF-8 again, or type the value.'
  return undefined
}

/** The cell as it was meant: without the apostrophe or the formula that stops a spreadsheet from reading a number, and without marks that nobody sees. */
export function cleanCell(cell: string): string {
  const text = cell.replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060\ufeff]/g, '').trim()
  const formula = /^="([^"]*)"$/.exec(text)
  if (formula?.[1] !== undefined) return formula[1].trim()
  return /^['\u2018\u2019](?=[=+\-@\d])/.test(text) ? text.slice(1) : text
}

/** Countries that can be the default, by name. */
export function countries(): { code: string; name: string; calling: string }[] {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  return getCountries()
    .map((code) => ({ code, name: names.of(code) ?? code, calling: `+${getCountryCallingCode(code)}` }))
    .sort((one, other) => one.name.localeCompare(other.name))
}

/** Reads a cell as the number to call. `country`: where a number without + belongs to; without it the country code has to be there. */
export function readNumber(cell: string, country: string | undefined): NumberReading {
  const text = plainNumber(cleanCell(cell))
  if (text === '') return { ok: false, kind: 'no-number', message: 'There is no phone number in this row.' }
  const damage = spreadsheetDamage(text)
  if (damage) return { ok: false, kind: 'damage', message: damage, suggestion: wholeNumber(text) }
  if (/[^\d +().\-/\u2010-\u2015]/u.test(text))
    return refuse(
      'A phone number has only digits, spaces and + ( ) - . / in it. Extensions cannot be dialled.',
    )
  if (text.indexOf('+', 1) !== -1) return refuse('The + belongs at the beginning only. Enter one number.')
  if (text.startsWith('+')) return readInternational(text)

  // Decimals of a spreadsheet: what has more than one point, or begins with 0, is groups of digits.
  const digits = text.replace(/^([1-9]\d*)\.0+$/, '$1').replace(/\D/g, '')
  const national =
    country === undefined ? undefined : parsePhoneNumberFromString(digits, country as CountryCode)
  const meant = digits.startsWith('00') ? `+${digits.slice(2)}` : `+${digits}`
  const isNational = national?.isValid() === true
  const suggestion =
    isNational && !meant.startsWith(`+${national.countryCallingCode}`) ? undefined : dialled(meant)
  if (isNational && suggestion && suggestion !== national.number)
    return {
      ...accept(national),
      doubt: `Read as ${national.number}. If its + was lost, it is ${suggestion}. Use the suggestion, or send it anyway.`,
      suggestion,
    }
  if (national && (isNational || (national.isPossible() && !suggestion))) return accept(national)
  const message = digits.startsWith('00')
    ? 'Write + instead of the leading 00.'
    : country
      ? `This is no number of the country chosen for numbers without +.`
      : 'The + and the country code are missing. Write them, or choose the country of numbers without +.'
  return {
    ok: false,
    kind: 'plus',
    message: suggestion ? `${message} Did you mean ${suggestion}?` : message,
    suggestion,
  }
}

function readInternational(text: string): NumberReading {
  const length = validatePhoneNumberLength(text)
  if (length === 'TOO_SHORT')
    return refuse('Too short for a number of its country. Check for missing digits.')
  if (length === 'TOO_LONG') return refuse('Too long for a number of its country. Check for extra digits.')
  if (length === 'INVALID_COUNTRY') return refuse('No country has this code. Check the digits after the +.')
  const number = length ? undefined : parsePhoneNumberFromString(text)
  return number ? accept(number) : refuse('This is not a phone number. Enter one like +14155550123.')
}

const refuse = (message: string): NumberReading => ({ ok: false, kind: 'number', message })

function accept(number: PhoneNumber): NumberReading & { ok: true } {
  const doubt = number.isValid()
    ? undefined
    : 'Not in the numbering plan of its country. Check it before calling.'
  return { ok: true, e164: number.number, country: number.country ?? number.getPossibleCountries()[0], doubt }
}

/** The number as it is dialled, without the 0 that only callers within the country dial. */
function dialled(text: string): string | undefined {
  const number = parsePhoneNumberFromString(text)
  return number?.isValid() ? number.number : undefined
}

/** A shortened number whose digits are all still there. */
function wholeNumber(text: string): string | undefined {
  const [, whole = '', part = '', exponent = '0'] = SCIENTIFIC.exec(text) ?? []
  if (whole.length !== 1 || part.length !== Number(exponent)) return undefined
  return dialled(`+${whole}${part}`)
}
