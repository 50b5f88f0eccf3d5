import { describe, expect, it } from 'vitest'
import { signIn } from '../contract/session'
import { answerJson, openSocket, startPair } from './console.fixture'
import { openMemoryStore } from './team/memory-store.fixture'

// Requests that no browser writes: two readers may see two requests in one, or another host, path or end than we do. Each is refused whole:
// the service hears nothing of it, nor of what hides in it. `{host}` and `{who}` are filled in: our own name, and the cookie of who is signed in.

const LIST = '/api/v1/knowledge-base/files'
const WRITE = '/api/v1/knowledge-base/collection'
const START = `Host: {host}\r\n{who}`
const HIDDEN = `GET ${LIST} HTTP/1.1\r\n${START}Connection: close\r\n\r\n`
const post = (framing: string, body: string) =>
  `POST ${WRITE} HTTP/1.1\r\n${START}Content-Type: application/json\r\nConnection: close\r\n${framing}\r\n\r\n${body}`
const get = (more: string) => `GET ${LIST} HTTP/1.1\r\n${START}${more}Connection: close\r\n\r\n`
const line = (first: string) => `${first}\r\n${START}Connection: close\r\n\r\n`
const named = (hosts: string) => `GET ${LIST} HTTP/1.1\r\n${hosts}\r\n{who}Connection: close\r\n\r\n`
const chunked = (body: string) => post('Transfer-Encoding: chunked', body)
const BODY = '{"name":"a"}'

const ATTACKS: Readonly<Record<string, readonly string[]>> = {
  'two ends of a body': [
    post('Content-Length: 12\r\nContent-Length: 200', `${BODY}${HIDDEN}`),
    post('Content-Length: 12\r\nTransfer-Encoding: chunked', `0\r\n\r\n${HIDDEN}`),
    post('Transfer-Encoding: chunked\r\nContent-Length: 12', `c\r\n${BODY}\r\n0\r\n\r\n${HIDDEN}`),
    post('Content-Length: 12, 12', `${BODY}${HIDDEN}`),
    post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', `0\r\n\r\n${HIDDEN}`),
    post('Transfer-Encoding: chunked, identity', `0\r\n\r\n${HIDDEN}`),
    post('Transfer-Encoding: identity, chunked, chunked\r\nContent-Length: 3', `0\r\n\r\n${HIDDEN}`),
    post('Transfer-Encoding: xchunked', `0\r\n\r\n${HIDDEN}`),
    post('Transfer-Encoding : chunked', `0\r\n\r\n${HIDDEN}`),
    post('Transfer-Encoding:\u000bchunked', `0\r\n\r\n${HIDDEN}`),
    post(
      'X: a\r\n Transfer-Encoding: chunked\r\nContent-Length: 12\r\nContent-Length: 0',
      `${BODY}${HIDDEN}`,
    ),
  ],
  'a length that is none': ['+12', '-1', '0x0c', '1e1', '12 0', '12;', '', '99999999999999999999999'].map(
    (length) => post(`Content-Length: ${length}`, `${BODY}${HIDDEN}`),
  ),
  'a piece that is none': [
    chunked(`0x0c\r\n${BODY}\r\n0\r\n\r\n`),
    chunked(`-1\r\n${BODY}\r\n0\r\n\r\n`),
    chunked(` c\r\n${BODY}\r\n0\r\n\r\n`),
    chunked(`ffffffffffffffffff\r\n${BODY}\r\n0\r\n\r\n`),
    chunked(`c\r\n${BODY}X\r\n0\r\n\r\n${HIDDEN}`),
    chunked(`c\n${BODY}\n0\n\n${HIDDEN}`),
    chunked(`zz\r\n${BODY}\r\n0\r\n\r\n`),
  ],
  'a broken head': [
    get('X\u0000Y: a\r\n'),
    get('X: a\u0000b\r\n'),
    get('X Y: a\r\n'),
    get(': a\r\n'),
    get('X\r\n'),
    get('X: a\rHost: evil.example\r\n'),
    get(`X: ${'x'.repeat(17_000)}\r\n`),
    ` ${get('')}`,
    `GET ${LIST} HTTP/1.1\r\n Host: {host}\r\n{who}Connection: close\r\n\r\n`,
  ],
  'another protocol': [
    `GET ${LIST}\r\n\r\n`,
    line(`GET ${LIST} HTTP/0.9`),
    line(`GET ${LIST} HTTP/1.0`),
    line(`GET ${LIST} HTTP/1.2`),
    line(`GET ${LIST} HTTP/2.0`),
    line(`GET ${LIST} http/1.1`),
    line(`GET ${LIST} HTTP/1.1 HTTP/1.1`),
    line(`GET\t${LIST}\tHTTP/1.1`),
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
    `GET ${LIST} HTTP/1.1\r\n${START}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n`,
    `GET ${LIST} HTTP/1.1\r\n${START}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  ],
  'a method that is none': ['get', 'EVIL', 'TRACE', 'TRACK', 'DEBUG', 'CONNECT', 'G ET', '\u00e9'].map(
    (method) => line(`${method} ${LIST} HTTP/1.1`),
  ),
  'another target': [
    `http://{host}${LIST}`,
    `http://evil.example${LIST}`,
    `http://user@{host}${LIST}`,
    `//evil.example${LIST}`,
    `/${LIST}`,
    `/x/..${LIST}`,
    `/api/v1/../v1/knowledge-base/files`,
    `/api%2fv1/knowledge-base/files`,
    `/api\\v1\\knowledge-base\\files`,
    `/%2e%2e${LIST}`,
    `${LIST}%00`,
    `${LIST}#a`,
    `${LIST}\u00e9`,
    '*',
    'api/v1/knowledge-base/files',
    `${LIST}?${'a'.repeat(17_000)}`,
  ].map((target) => line(`GET ${target} HTTP/1.1`)),
  'another name': [
    named('X: a'),
    named('Host:'),
    named('Host: evil.example'),
    named('Host: {host}\r\nHost: evil.example'),
    named('Host: {host}\r\nHost: {host}'),
    named('Host: {host}, evil.example'),
    named('Host: {host}@evil.example'),
    named('Host: evil.example@{host}'),
    named('Host: {host} evil.example'),
    named('Host: {host}/evil'),
    named('Host: evil.example\r\nX-Forwarded-Host: {host}'),
    named('Host: evil.example\r\nForwarded: host={host}'),
    named(`Host: {host}\r\n${'X: a\r\n'.repeat(2_000)}Host: evil.example`),
    named('Host: 0.0.0.0:{port}'),
    named('Host: 2130706433:{port}'),
    named('Host: 127.1:{port}'),
    named('Host: localhost.:{port}'),
  ],
  'another page': [
    get('Origin: https://evil.example\r\n'),
    get('Origin: null\r\n'),
    get('Origin: http://{host}\r\nOrigin: http://evil.example\r\n'),
    get('Origin: http://{host}.evil.example\r\n'),
    // Node hands on two thousand headers, unless it is told otherwise.
    get(`${'X: a\r\n'.repeat(2_000)}Origin: https://evil.example\r\n`),
    get('Sec-Fetch-Site: cross-site\r\n'),
    get('Sec-Fetch-Site: same-site\r\n'),
    get('Sec-Fetch-Site: none\r\nSec-Fetch-Mode: cors\r\n'),
    get('Sec-Fetch-Site: same-origin\r\nSec-Fetch-Site: cross-site\r\n'),
  ],
  'a body where none is taken': [
    `GET ${LIST} HTTP/1.1\r\n${START}Content-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`,
    `HEAD ${LIST} HTTP/1.1\r\n${START}Content-Length: ${HIDDEN.length}\r\nConnection: close\r\n\r\n${HIDDEN}`,
  ],
}

const PASSWORD = 'a long password of the tests'

/** A console whose service writes down what it is asked, and somebody who is signed in where that is needed. */
async function start(how: string) {
  const asked: string[] = []
  const { origin } = await startPair(
    (request, response) => {
      asked.push(`${request.method} ${request.url}`)
      answerJson(response, { files: [] })
    },
    how === 'without sign-in' ? {} : { CONSOLE_PASSWORD: PASSWORD },
    { openTeamStore: async () => openMemoryStore() },
  )
  if (how !== 'signed in') return { origin, asked, who: '' }
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ password: PASSWORD })
  const answer = await fetch(`${origin}${signIn.path}`, { method: signIn.method, headers, body })
  expect(answer.ok).toBe(true)
  return { origin, asked, who: `Cookie: ${answer.headers.get('set-cookie')?.split(';')[0]}\r\n` }
}

/** How long a connection may be silent, in ms: after an answer, or while the rest of a request is waited for. */
const SILENCE = { answered: 200, waiting: 1_500 }

/** Everything that is answered, until the console closes the connection or has nothing more to say. */
function ask(origin: string, text: string): Promise<string> {
  const socket = openSocket(origin)
  return new Promise((settle) => {
    let heard = ''
    socket.setTimeout(SILENCE.waiting, () => socket.destroy())
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1')
      socket.setTimeout(SILENCE.answered)
    })
    // A console that closes while we still write is as good.
    socket.on('error', () => {})
    socket.on('close', () => settle(heard))
    socket.write(Buffer.from(text, 'latin1'))
  })
}

describe.each(['without sign-in', 'not signed in', 'signed in'])('%s', (how) => {
  it.each(Object.entries(ATTACKS))('%s', async (_, attacks) => {
    const { origin, asked, who } = await start(how)
    const { host, port } = new URL(origin)
    const fill = (text: string) =>
      text.replaceAll('{host}', host).replaceAll('{port}', port).replaceAll('{who}', who)
    for (const attack of attacks) {
      const answer = await ask(origin, fill(attack))
      const statuses = [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))
      for (const status of statuses)
        expect([status >= 400 && status < 500, status], fill(attack)).toEqual([true, status])
      expect(answer, fill(attack)).not.toMatch(/access-control|"files"/i)
      expect(asked, fill(attack)).toEqual([])
    }
    expect(await ask(origin, fill(HIDDEN))).toMatch(
      how === 'not signed in' ? /^HTTP\/1\.1 401/ : /"files":\[\]/,
    )
  })
})
