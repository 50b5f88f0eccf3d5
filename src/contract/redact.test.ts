import { expect, test } from 'vitest'
import { leftOut, NOT_STORED, redact, redactSaid } from './redact'

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
  { auth_key: SECRET, clientKey: SECRET, passkey: SECRET },
  { pin: SECRET, otp: SECRET, auth: SECRET, pass: SECRET, hmac: SECRET },
  { room: { url: `wss://media.example/rtc?access_token=${SECRET}` } },
  { joinUrl: `https://meet.example/j?jwt=${SECRET}` },
  { link: `https://meet.example/j#auth=${SECRET}` },
  { dsn: `postgres://user:${SECRET}@db.example/base` },
  { ticket: `sk-proj-${SECRET}` },
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
  { pin: 4711 },
  { otp: 4711 },
  { room_pin: 4711 },
  { userPassword: 4711, door: { passcode: 4711 } },
  { variables: [{ name: 'PIN', value: 4711 }] },
  { variables: '{"pin": 4711}' },
])('the number in %j is a credential by its name', (reply) => {
  expect(JSON.stringify(redact(reply))).not.toContain('4711')
  expect(JSON.stringify(redact(reply))).toContain(NOT_STORED)
})

test.each([
  ['postgres://app:SECRET@db.example/base', 'postgres://db.example/base [not stored]'],
  ['https://SECRET@git.example/a.git', 'https://git.example/a.git [not stored]'],
  ['https://s3.example/a?X-Amz-Credential=b&X-Amz-Signature=SECRET', 'https://s3.example/a [not stored]'],
  ["https://a.example/b?name='c'&access_token=SECRET", 'https://a.example/b [not stored]'],
])('of a sentence with %s the rest stays, and that something is missing is known', (address, left) => {
  const said = (it: string) => `Look at (${it}), or <https://a.example/?page=2>: "${it}". Then call.`
  const stored = redact({ prompt: said(address.replace('SECRET', SECRET)) })
  expect(stored).toEqual({ prompt: said(left) })
  expect(leftOut(stored)).toEqual(['prompt'])
  expect(redact(stored)).toEqual(stored)
})

test('a long text of no addresses is looked through at once', () => {
  const text = 'a-'.repeat(500_000)
  expect(redact({ prompt: `${text}://` })).toEqual({ prompt: `${text}://` })
})

test.each([
  { max_tokens: 5, hasToken: true, token: null, secret: '' },
  { prompt: `Never say Bearer ${SECRET} to anybody.`, note: 'Basic plan' },
  { usage: { tokens: { input: 5, output: 7 } } },
  { passwordLength: 12, token: 5, tokens: [1, 2], pins: 3, shippingPin: 7 },
  { prompt: 'Mail ann@shop.example, or see https://shop.example/a?keyword=2 and ssh://git@git.example/a.' },
  { author: 'Ann', shippingPin: 'Elm Street', spin: 'on', passenger: 'Bo', sk: 'sk-1' },
  { link: 'https://shop.example/a?page=2#delivery', room: 'wss://media.example/rtc?room=9' },
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
    typed: `{"apiKey": "${SECRET}"}`,
  })
  expect(leftOut(stored)).toEqual(['override.list.0.apiKey', 'hook', 'typed'])
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

test.each([
  [`Incorrect API key provided: sk-proj-${SECRET}.`, `Incorrect API key provided: ${NOT_STORED}.`],
  [`Use the token ${JWT} until noon.`, `Use the token ${NOT_STORED} until noon.`],
  [`curl -H "Authorization: Bearer ${SECRET}"`, `curl -H "Authorization: Bearer ${NOT_STORED}"`],
  [`sv=1&sig=${SECRET}, api_key=${SECRET}`, `sv=1&sig=${NOT_STORED}, api_key=${NOT_STORED}`],
])('of what a service says, %j, the credential is left out', (text, left) => {
  expect(redactSaid({ error: { message: text }, list: [text] })).toEqual({
    error: { message: left },
    list: [left],
  })
  // Whoever sends it meant it.
  expect(redact({ prompt: text })).toEqual({ prompt: text })
})

test.each([
  { signature: SECRET },
  { upload: { sas: SECRET } },
  { accessCode: SECRET, verification_code: SECRET },
  { streamKey: SECRET },
  { hmacKey: SECRET, wsKey: SECRET },
  { roomPin: SECRET, otpCode: SECRET },
  { sip: { uri: `sip:desk:${SECRET}@voice.example` } },
])('%j of what a service says is a credential by its name', (said) => {
  expect(JSON.stringify(redactSaid(said))).not.toContain(SECRET)
  expect(redact(said)).toEqual(said)
})

test.each([
  'The basic subscription ended: token is required.',
  'key=customer, sort=name',
  'Bearer authentication failed for risk_assessment_summary_1.',
])('%j says nothing secret', (text) => {
  expect(redactSaid(text)).toBe(text)
})

test('headers that are null are none to hide', () => {
  expect(redactSaid({ headers: null }, '[hidden]')).toEqual({ headers: null })
})
