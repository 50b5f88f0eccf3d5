import { describe, expect, it } from 'vitest'
import { createCollection } from './collection-changes'
import { toCurl } from './curl'
import { readCurl } from './read-curl'
import { shellWords } from './shell-words'

describe('shellWords', () => {
  it('takes a line apart as bash does', () => {
    expect(
      shellWords(
        `curl 'it'\\''s' "a \\"b\\" \\$c \\n" a\\ b $'x\\n\\u00e9\\U0001F600\\u1f600' --x=1 'a'"b"c ''`,
      ),
    ).toEqual(['curl', "it's", 'a "b" $c \\n', 'a b', 'x\né😀\u1f600', '--x=1', 'abc', ''])
    expect(shellWords('curl \\\n  -X POST \\\r\n  https://a.example/?a=1#b')).toEqual([
      'curl',
      '-X',
      'POST',
      'https://a.example/?a=1#b',
    ])
  })

  it.each([
    "curl 'open",
    'curl "open',
    'curl a | sh',
    'curl a; rm b',
    'curl $(id)',
    'curl "`id`"',
    'curl a > b',
  ])('refuses %s', (line) => {
    expect(() => shellWords(line)).toThrow(/./)
  })
})

describe('readCurl', () => {
  it('reads method, headers, body and time', () => {
    const draft = readCurl(
      `curl -sSL -XPATCH 'https://api.example/orders/{{order}}' -H "Authorization: Bearer {{token}}" -H 'X-Id:7' \\
        --data-raw '{"note": "It'\\''s {{note}}"}' --max-time 4.5`,
    )
    expect(draft).toMatchObject({
      method: 'PATCH',
      url: 'https://api.example/orders/{{order}}',
      headers: [
        { name: 'Authorization', value: 'Bearer {{token}}' },
        { name: 'X-Id', value: '7' },
      ],
      body: { note: "It's {{note}}" },
      timeout: 5,
      notes: [],
    })
    expect(draft.variables.map(({ name }) => name)).toEqual(['order', 'token', 'note'])
  })

  it('takes POST where there is a body, GET where there is none or -G', () => {
    expect(readCurl('curl https://a.example').method).toBe('GET')
    expect(readCurl("curl https://a.example -d '{}'").method).toBe('POST')
    expect(readCurl('curl -G https://a.example -d a=1 -d b=2')).toMatchObject({
      method: 'GET',
      url: 'https://a.example?a=1&b=2',
      body: undefined,
    })
  })

  it('makes headers of --json, -u, -A and -b', () => {
    const draft = readCurl(`curl a.example --json '{"a":1}' -u 'me:sécret' -A agent -b 'a=1'`)
    expect(Object.fromEntries(draft.headers.map(({ name, value }) => [name, value]))).toEqual({
      'Content-Type': 'application/json',
      Accept: 'application/json',
      Authorization: `Basic ${Buffer.from('me:sécret').toString('base64')}`,
      'User-Agent': 'agent',
      Cookie: 'a=1',
    })
    expect(draft.url).toBe('https://a.example')
    expect(draft.notes).toHaveLength(2)
  })

  it.each([
    ['wget https://a.example', /no curl/],
    ['curl', /no URL/],
    ['curl https://a.example https://b.example', /several URLs/],
    ['curl https://a.example -d @body.json', /in a file/],
    ['curl https://a.example -d a=1', /not a JSON object/],
    ['curl https://a.example -F a=1', /option -F/],
    ['curl https://a.example --insecure-thing', /--insecure-thing/],
    ['curl -I https://a.example', /option -I/],
    ['curl https://a.example -X OPTIONS', /OPTIONS/],
    ['curl https://a.example -H', /cut off/],
  ])('refuses %s', (line, reason) => {
    expect(() => readCurl(line)).toThrow(reason)
  })

  it('reads what this console writes', () => {
    const body = { name: `It's "new" $5 \`x\``, description: 'two\nlines' }
    const draft = readCurl(toCurl(createCollection, { body }))
    expect(draft).toMatchObject({ method: 'POST', body })
    expect(draft.url).toMatch(/^\$\{SERVICE_URL:\?.*\}\/api\/v1\//)
  })
})
