import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PHONE_NUMBER } from './formats'
import { findTestEmail, findTestNumber, TEST_EMAILS, TEST_NUMBERS } from './test-numbers'

it.each(TEST_NUMBERS)(
  '$phoneNumber can be dialled, is nobody’s and is no other ($name)',
  ({ phoneNumber }) => {
    expect(phoneNumber).toMatch(PHONE_NUMBER)
    expect(phoneNumber).toMatch(/^\+1500555\d{4}$/)
    expect(TEST_NUMBERS.filter((each) => each.phoneNumber === phoneNumber)).toHaveLength(1)
    // The local service calls from these two.
    expect(['+15005550101', '+15005550102']).not.toContain(phoneNumber)
  },
)

it('shows each with a name and what happens, once for each behaviour', () => {
  for (const key of ['name', 'happens', 'call', 'behaviour'] as const)
    expect(new Set(TEST_NUMBERS.map((each) => each[key])).size).toBe(TEST_NUMBERS.length)
  expect(findTestNumber('+15551234567')).toBeUndefined()
})

it('tells what becomes of a call without the words of the interface', () => {
  for (const { call } of TEST_NUMBERS) expect(call).not.toMatch(/[A-Z]{4}|\d{3}|[Dd]ispatch/)
})

it('is what the documentation lists', () => {
  const documented = readFileSync(new URL('../../docs/interface.md', import.meta.url), 'utf8')
  for (const { phoneNumber, name, happens } of TEST_NUMBERS)
    expect(documented).toContain(`| \`${phoneNumber}\` | ${name} | ${happens} |`)
  for (const { domain, name, happens } of TEST_EMAILS)
    expect(documented).toContain(`| \`${domain}\` | ${name} | ${happens} |`)
})

it('knows an e-mail address by its domain, and its subdomains', () => {
  expect(findTestEmail('ada@writes-back.example')?.behaviour).toBe('writes back')
  expect(findTestEmail('Ada@mail.Opts-Out.example')?.behaviour).toBe('opts out')
  expect(findTestEmail('ada@nowhere.invalid')?.behaviour).toBe('bounces')
  for (const none of ['ada@example.com', 'ada@notwrites-back.example', 'invalid@example.com', ''])
    expect(findTestEmail(none)).toBeUndefined()
})
