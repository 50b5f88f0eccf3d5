import { variablesIn } from './placeholders'
import { isWire, type Wire } from './reply'
import { shellWords } from './shell-words'
import { TOOL_METHODS } from './tool-changes'
import { NotImported, type ToolDraft } from './tool-draft'

/** Options by their short and long names; what they do is decided by the long one. */
const WITH_VALUE: Readonly<Record<string, string>> = {
  X: 'request',
  H: 'header',
  d: 'data',
  u: 'user',
  A: 'user-agent',
  e: 'referer',
  b: 'cookie',
  m: 'max-time',
  o: 'output',
  w: 'write-out',
}
const DATA = new Set(['data', 'data-raw', 'data-ascii', 'data-binary', 'json'])
const MEANT = new Set([...Object.values(WITH_VALUE), ...DATA, 'url'])
/** Say nothing of the request itself. */
const IDLE_WITH_VALUE = new Set([
  'output',
  'write-out',
  'connect-timeout',
  'retry',
  'retry-delay',
  'max-redirs',
])
const IDLE = new Set([
  ...['silent', 'show-error', 'location', 'compressed', 'include', 'verbose', 'fail', 'fail-with-body'],
  ...['no-progress-meter', 'progress-bar', 'http1.1', 'http2', 'globoff', 'no-buffer'],
])
const IDLE_SHORT = new Set([...'sSLivfgN#'])

interface Given {
  readonly option: string
  readonly value: string
}

/** The options and addresses of a command, each by its long name; an address is `url`. */
function optionsOf(words: readonly string[]): Given[] {
  const given: Given[] = []
  const rest = [...words]
  const takeValue = (option: string) => {
    const value = rest.shift()
    if (value === undefined) throw new NotImported(`${option} has no value; the command may be cut off.`)
    return value
  }
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word.startsWith('--')) {
      const name = word.slice(2)
      if (name === 'get') given.push({ option: name, value: '' })
      else if (MEANT.has(name) || IDLE_WITH_VALUE.has(name))
        given.push({ option: name, value: takeValue(word) })
      else if (!IDLE.has(name)) throw new NotImported(`The option ${word} cannot be imported; remove it.`)
      continue
    }
    if (!word.startsWith('-') || word === '-') {
      given.push({ option: 'url', value: word })
      continue
    }
    for (let at = 1; at < word.length; at++) {
      const letter = word.charAt(at)
      const option = WITH_VALUE[letter]
      if (option) {
        given.push({ option, value: word.slice(at + 1) || takeValue(`-${letter}`) })
        break
      }
      if (letter === 'G') given.push({ option: 'get', value: '' })
      else if (!IDLE_SHORT.has(letter))
        throw new NotImported(`The option -${letter} cannot be imported; remove it.`)
    }
  }
  return given
}

/** The body as a tool has it. */
function bodyOf(text: string): Wire {
  try {
    const body: unknown = JSON.parse(text)
    if (isWire(body)) return body
  } catch {
    // Said below.
  }
  throw new NotImported(
    'The body is not a JSON object. Tools send JSON objects; put {{variables}} in quotes.',
  )
}

const basic = (user: string) => `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(user)))}`

/** Reads a cURL command, as bash takes it apart. Throws `NotImported` with the reason where it is no request that a tool can make. */
export function readCurl(text: string): ToolDraft {
  const [program, ...words] = shellWords(text.replace(/^\s*\$\s+/, ''))
  if (program?.replace(/\.exe$/, '') !== 'curl') throw new NotImported('This is no curl command.')
  const given = optionsOf(words)
  const all = (option: string) => given.filter((each) => each.option === option).map(({ value }) => value)
  const notes: string[] = []
  const urls = all('url')
  const [address] = urls
  if (address === undefined) throw new NotImported('The command has no URL.')
  if (urls.length > 1) throw new NotImported('The command has several URLs; a tool calls one.')
  const headers = all('header').map((line) => {
    const [, name = '', value = ''] = /^([^:;]+)[:;]\s*(.*)$/s.exec(line) ?? []
    if (name === '') throw new NotImported(`The header "${line}" cannot be read.`)
    return { name: name.trim(), value: value.trim() }
  })
  const addHeader = (name: string, value: string) => {
    if (headers.every((each) => each.name.toLowerCase() !== name.toLowerCase())) headers.push({ name, value })
  }
  for (const value of all('user-agent')) addHeader('User-Agent', value)
  for (const value of all('referer')) addHeader('Referer', value)
  for (const value of all('cookie')) {
    if (!value.includes('=')) throw new NotImported('A file of cookies cannot be imported.')
    addHeader('Cookie', value)
  }
  for (const value of all('user')) {
    addHeader('Authorization', basic(value))
    notes.push('The user and password became an Authorization header.')
  }
  const data = given.filter(({ option }) => DATA.has(option))
  if (data.some(({ option, value }) => option !== 'data-raw' && value.startsWith('@')))
    throw new NotImported('The body stands in a file; paste it into the command.')
  if (data.some(({ option }) => option === 'json')) {
    addHeader('Content-Type', 'application/json')
    addHeader('Accept', 'application/json')
  }
  const sent = data.map(({ option, value }) => ({ joint: option === 'json' ? '' : '&', value }))
  const bodyText = sent.reduce((joined, { joint, value }) => (joined ? joined + joint : '') + value, '')
  const isGet = all('get').length > 0
  const method = (all('request').at(-1) ?? (data.length > 0 && !isGet ? 'POST' : 'GET')).toUpperCase()
  if (!TOOL_METHODS.some((each) => each === method))
    throw new NotImported(`Tools cannot send ${method}; they send ${TOOL_METHODS.join(', ')}.`)
  let url = address
  if (!/^(?:https?:\/\/|\{\{|\$)/i.test(url)) {
    url = `https://${url}`
    notes.push('The URL had no scheme; https:// was put before it.')
  }
  if (isGet && bodyText) url += (url.includes('?') ? '&' : '?') + bodyText
  const body = bodyText && !isGet ? bodyOf(bodyText) : undefined
  const timeout = Math.ceil(Number(all('max-time').at(-1)))
  const texts = [url, ...headers.map(({ value }) => value), JSON.stringify(body ?? {})]
  if (texts.some((each) => /\$\{?[A-Za-z_]/.test(each)))
    notes.push('Variables of the shell ($NAME) stay as they are; replace them by values or {{variables}}.')
  const names = [...new Set(texts.flatMap(variablesIn))]
  return {
    method,
    url,
    headers,
    body,
    timeout: timeout > 0 ? timeout : undefined,
    variables: names.map((name) => ({ name, type: 'str', description: '', required: true })),
    notes,
  }
}
