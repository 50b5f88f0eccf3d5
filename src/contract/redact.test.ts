import { expect, test } from 'vitest'
import { leftOut, NOT_STORED } from './not-stored'
import { redact } from './redact'

const SECRET = 's3cret-0123456789'
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ0In0.c2lnbmF0dXJl'

test.each([
  { participantToken: SECRET },
  { participantToken: { value: SECRET, kind: 'x' } },
  { participant: { tokens: [SECRET] } },
  { credentials: [{ kind: 'client', use: SECRET }] },
  { pass_phrase: SECRET },
  { privateKey: SECRET },
  { 'x-access-key': SECRET },
  { name: 'Authorization', value: { raw: SECRET } },
  { headers: { 'X-Anything': SECRET } },
  { overrideSTTConfig: { provider: { apiKey: SECRET } } },
  { overrideSTTConfig: `{"provider": {"apiKey": "${SECRET}"}}` },
  { variables: [{ name: 'API key', value: SECRET }] },
  { deep: [[{ pwd: SECRET }], { a: { b: { subscriptionKey: SECRET } } }] },
  { passcode: SECRET, bearer: SECRET, signing_key: SECRET },
  { visitor: { sessionKey: SECRET } },
  { auth_key: SECRET, clientKey: SECRET },
])('nothing of %j that its name calls a credential is left', (reply) => {
  expect(JSON.stringify(redact(reply))).not.toContain(SECRET)
  expect(JSON.stringify(redact(reply))).toContain(NOT_STORED)
})

test.each([JWT, ` ${JWT}\n`, `Bearer ${SECRET}`, `-----BEGIN PRIVATE KEY-----\n${SECRET}`])(
  '%j is a credential under any name, also alone',
  (text) => {
    expect(redact({ ticket: text, list: [text] })).toEqual({ ticket: NOT_STORED, list: [NOT_STORED] })
    expect(redact(text)).toBe(NOT_STORED)
  },
)

test.each([
  { max_tokens: 5, hasToken: true, token: null, secret: '' },
  { prompt: `Never say Bearer ${SECRET} to anybody.`, note: 'Basic plan' },
  { usage: { tokens: { input: 5, output: 7 } } },
  { keyboard: 'de', key: 'plan', value: 'gold', passage: 'text' },
  { primaryKey: 'id', publicKey: 'k', text: '{"max": 1}', list: '[1,2]', broken: '{"apiKey": ' },
])('%j stays as it is', (reply) => {
  expect(redact(reply)).toEqual(reply)
})

test('what was left out is found again by its path', () => {
  const stored = redact({
    name: 'A',
    override: { list: [{ apiKey: SECRET }] },
    hook: `https://a.example/?sig=${SECRET}`,
  })
  expect(leftOut(stored)).toEqual(['override.list.0.apiKey', 'hook'])
  expect(leftOut({ prompt: 'No token is [not stored] here.', n: 1, no: null })).toEqual([])
})

test('what was not stored is not hidden, as there is nothing to show', () => {
  const stored = redact({
    token: SECRET,
    headers: [{ key: 'a', value: SECRET }, SECRET],
    more: { headers: { b: SECRET } },
  })
  expect(redact(stored, '[hidden]')).toEqual(stored)
})
