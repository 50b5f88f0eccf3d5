import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { dispatchCall } from './calls'
import { shellVariables, toCurl } from './curl'
import { deleteFile } from './file-changes'
import { createChatThread } from './threads'
import { listTools } from './tools'

/** Runs the line in a real shell in which `curl` prints its arguments, and returns them. */
function argumentsOf(line: string, given: Record<string, string> = SET): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${line}\n`
  const env = { PATH: process.env.PATH, ...given }
  return execFileSync('/bin/sh', ['-c', script], { env, stdio: 'pipe' }).toString().split('\0').slice(0, -1)
}

const SET = {
  SERVICE_URL: 'https://a.example',
  SERVICE_API_KEY: 'the key',
  SERVICE_ACCESS_TOKEN: 'the token',
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

  it('hands over a body that is too long for an argument', () => {
    const body = {
      prompt: { system: `${'Вы отвечаете на вопросы.\n'.repeat(4_000)}BODY\n${hostile.join()}` },
    }
    const line = toCurl(dispatchCall, { params: { agentId: 'a-1' }, body })
    const script = `curl() { cat; }\n${line}\n`
    const sent = execFileSync('/bin/sh', [], { env: { PATH: process.env.PATH, ...SET }, input: script })
    expect(JSON.parse(sent.toString())).toEqual(body)
  })

  it.each(hostile)('keeps a hostile query and base address in one argument: %j', (text) => {
    const cursor = text.toWellFormed()
    const args = argumentsOf(toCurl(listTools, { query: { cursor, limit: undefined } }))
    expect(new URL(args[2] ?? '').searchParams.get('cursor')).toBe(cursor)
    const origin = text.toWellFormed().replaceAll('\0', '')
    expect(argumentsOf(toCurl(createChatThread, { chatOrigin: origin }))).toContain(`Origin: ${origin}`)
  })

  it('names credentials as variables and holds none', () => {
    const line = toCurl(deleteFile, { params: { fileId: 'f1' } })
    expect(line).toContain('${SERVICE_API_KEY:?')
    expect(argumentsOf(line)).toContain('X-API-Key: the key')
    expect(argumentsOf(toCurl(listTools, {}))).toContain('Authorization: Bearer the token')
    const chat = argumentsOf(
      toCurl(createChatThread, { body: { agentId: 'a' }, chatOrigin: 'https://c.example' }),
    )
    expect(chat).toContain('Origin: https://c.example')
    expect(chat.join()).not.toContain('the key')
  })

  it('sends nothing without its credential, and says which one is missing', () => {
    const line = toCurl(deleteFile, { params: { fileId: 'f1' } })
    expect(() => argumentsOf(line, { ...SET, SERVICE_API_KEY: '' })).toThrow('SERVICE_API_KEY: set it first')
    expect(() => argumentsOf(line, { ...SET, SERVICE_URL: '' })).toThrow('SERVICE_URL: set it first')
  })

  it('stops without an id that is missing or would change the address, and names it', () => {
    const line = toCurl(deleteFile, { params: { fileId: '../x' } })
    expect(() => argumentsOf(line)).toThrow('FILE_ID: set it first')
    expect(argumentsOf(line, { ...SET, FILE_ID: 'f1' })[2]).toBe(
      'https://a.example/api/v1/knowledge-base/file/f1',
    )
    expect(shellVariables(deleteFile, {})).toEqual(['SERVICE_URL', 'SERVICE_API_KEY', 'FILE_ID'])
    expect(shellVariables(createChatThread, {})).toEqual(['SERVICE_URL'])
  })

  it.each(['', 'long '.repeat(30_000)])(
    'sends no mark of what was not stored, and says what to do',
    (note) => {
      const metadata = { note, pin: '[not stored]' }
      const line = toCurl(dispatchCall, { params: { agentId: 'a-1' }, body: { metadata } })
      const run = (text: string) => {
        const script = `curl() { echo it was sent; }\n${text}\n`
        return execFileSync('/bin/sh', [], {
          env: { PATH: process.env.PATH, ...SET },
          input: script,
          stdio: 'pipe',
        })
      }
      expect(() => run(line)).toThrow(/NOT_STORED: write/)
      const written = line.replace('[not stored]', '4711').replace(/ {2}--header "\$\{NOT_STORED.*\n/, '')
      expect(run(written).toString()).toBe('it was sent\n')
    },
  )
})

describe('toCurl for PowerShell', () => {
  it.each(hostile)('pipes the body in ASCII, in lines that cannot end the text: %j', (text) => {
    const body = { versionId: text, metadata: { [text]: text } }
    const lines = toCurl(dispatchCall, { params: { agentId: 'a-1' }, body }, 'powershell').split('\n')
    const end = lines.findIndex((line) => /^['\u2018-\u201b]@/.test(line))
    expect(lines[0]).toBe("@'")
    expect(JSON.parse(lines.slice(1, end).join('\n'))).toEqual(body)
    expect(lines.slice(1, end).join('\n')).toMatch(/^[\0-\x7f]*$/)
    expect(lines[end]).toMatch(/^'@ \| curl\.exe --request POST .*\/api\/v1\/agent\/a-1\/dispatch" `$/)
    expect(lines.at(-1)).toBe('  --data-binary "@-"')
  })

  it('takes credentials from the environment and stops without them', () => {
    expect(toCurl(deleteFile, { params: { fileId: 'f1' } }, 'powershell')).toContain(
      "X-API-Key: $(if ($env:SERVICE_API_KEY) { $env:SERVICE_API_KEY } else { throw 'set SERVICE_API_KEY first' })",
    )
  })

  it('stops where something was not stored', () => {
    const body = { metadata: { pin: '[not stored]' } }
    expect(toCurl(dispatchCall, { params: { agentId: 'a' }, body }, 'powershell')).toMatch(
      /--header "\$\(if \(\$env:NOT_STORED\) .* else \{ throw 'write .*' \}\)"/,
    )
  })

  it('stops without an id', () => {
    expect(toCurl(deleteFile, {}, 'powershell')).toContain(
      "/api/v1/knowledge-base/file/$(if ($env:FILE_ID) { $env:FILE_ID } else { throw 'set FILE_ID first' })\"",
    )
  })

  it('keeps an Origin in one word', () => {
    const line = toCurl(createChatThread, { chatOrigin: "it's \u2019quoted" }, 'powershell')
    expect(line).toContain("'Origin: it''s \u2019\u2019quoted'")
  })
})
