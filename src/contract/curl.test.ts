import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { dispatchCall } from './calls'
import { toCurl } from './curl'
import { deleteFile } from './file-changes'
import { createChatThread } from './threads'
import { listTools } from './tools'

/** Runs the line in a real shell in which `curl` prints its arguments, and returns them. */
function argumentsOf(line: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${line}\n`
  const env = {
    PATH: process.env.PATH,
    SERVICE_URL: 'https://a.example',
    SERVICE_API_KEY: 'the key',
    SERVICE_ACCESS_TOKEN: 'the token',
  }
  return execFileSync('/bin/sh', ['-c', script], { env }).toString().split('\0').slice(0, -1)
}

const hostile = [
  `it's "quoted" and 'nested'`,
  '$(touch /tmp/x) `id` $' + '{HOME} $HOME',
  'back\\slash at the end\\',
  'line\nbreak\ttab\u0000nul\u2028separator',
  '! # & ; | < > * ? ~ -',
  "'; rm -rf / #",
  '@/etc/passwd',
  'ünïcödé 🙂 \ud800',
]

describe('toCurl', () => {
  it.each(hostile)('hands the body to curl unchanged: %j', (text) => {
    const body = { versionId: text, metadata: { [text]: text } }
    const line = toCurl(dispatchCall, { params: { agentId: 'a-1' }, body })
    const args = argumentsOf(line)
    expect(args.slice(0, 3)).toEqual(['--request', 'POST', 'https://a.example/api/v1/agent/a-1/dispatch'])
    expect(JSON.parse(args[args.indexOf('--data-raw') + 1] ?? '')).toEqual(body)
  })

  it.each(hostile)('keeps a hostile query and base address in one argument: %j', (text) => {
    const cursor = text.toWellFormed()
    const args = argumentsOf(toCurl(listTools, { query: { cursor, limit: undefined } }))
    expect(new URL(args[2] ?? '').searchParams.get('cursor')).toBe(cursor)
    const origin = text.toWellFormed().replaceAll('\0', '')
    expect(argumentsOf(toCurl(createChatThread, { chatOrigin: origin }, origin))[2]).toBe(
      `${origin}/api/v1/chat/threads`,
    )
  })

  it('names credentials as variables and holds none', () => {
    const line = toCurl(deleteFile, { params: { fileId: 'f1' } })
    expect(line).toContain('$SERVICE_API_KEY')
    expect(argumentsOf(line)).toContain('X-API-Key: the key')
    expect(argumentsOf(toCurl(listTools, {}))).toContain('Authorization: Bearer the token')
    const chat = argumentsOf(
      toCurl(createChatThread, { body: { agentId: 'a' }, chatOrigin: 'https://c.example' }),
    )
    expect(chat).toContain('Origin: https://c.example')
    expect(chat.join()).not.toContain('the key')
  })

  it('leaves the braces of an id that is missing or would change the address', () => {
    expect(argumentsOf(toCurl(deleteFile, { params: { fileId: '../x' } }))[2]).toBe(
      'https://a.example/api/v1/knowledge-base/file/{fileId}',
    )
  })
})
