import { describe, expect, it } from 'vitest'
import { loadPhoneLibrary, phoneFormProblem, readPhone } from './phone'

const library = await loadPhoneLibrary()

describe('a typed phone number', () => {
  it('is read with its spaces, brackets and the zero of the trunk', () => {
    expect(readPhone(' +44 (0)20 7946 0958 ', library)).toEqual({
      ok: true,
      e164: '+442079460958',
      country: 'United Kingdom',
      doubt: null,
    })
  })

  it('is taken, with a doubt, when only the numbering plan does not know it', () => {
    expect(readPhone('+15551234567', library)).toEqual({
      ok: true,
      e164: '+15551234567',
      country: null,
      doubt: 'Not in the numbering plan of country code +1 as we know it. Check it before calling.',
    })
  })

  it.each([
    ['', 'Enter a phone number, for example +14155550123.'],
    ['0151 2345678', 'Begin with + and the country code, for example +14155550123.'],
    ['0044 20 7946 0958', 'Write + instead of the leading 00: +44 20 7946 0958'],
    [
      '+44 20 7946 0958 ext. 5',
      'A phone number has only digits, spaces and + ( ) - . / in it. Extensions cannot be dialled.',
    ],
    [
      '+1 (555) abc',
      'A phone number has only digits, spaces and + ( ) - . / in it. Extensions cannot be dialled.',
    ],
    ['+14155550123 +14155550124', 'The + belongs at the beginning only. Enter one number.'],
    ['+999 1234567', 'No country has this code. Check the digits after the +.'],
    ['+1 415 555', 'Too short for country code +1. Check for missing digits.'],
    ['+1 415 555 01234', 'Too long for country code +1. Check for extra digits.'],
    ['+12345678901234567890', 'Too long for a phone number: at most 15 digits after the +.'],
    ['+', 'This is not a phone number. Enter one like +14155550123.'],
  ])('%j is refused with a reason', (typed, reason) => {
    expect(readPhone(typed, library)).toEqual({ ok: false, reason })
  })

  it('has no problem of form when it may be one', () => {
    expect(phoneFormProblem('+49 30/123456')).toBeNull()
  })
})
