import { describe, expect, it } from 'vitest'
import { OUTSIDE, openOutside, readWebAddress } from './web-address'

const UNSAFE = [
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://x.test/1',
  'file:///etc/passwd',
  'vbscript:x',
  'about:blank',
  'mailto:a@x.test',
]

function opened(address: string, base = 'https://console.test/knowledge/files') {
  const calls: string[][] = []
  const done = openOutside(address, base, (...given) => calls.push(given))
  return { done, calls }
}

describe('an address that is opened', () => {
  it.each([
    ['https://x.test/f?a=1', 'https://x.test/f?a=1'],
    ['http://x.test/f', 'http://x.test/f'],
    ['/blobs/f-1?signature=s', 'https://console.test/blobs/f-1?signature=s'],
  ])('%s goes to a tab without opener and referrer', (address, url) => {
    expect(opened(address)).toEqual({ done: true, calls: [[url, '_blank', 'noopener,noreferrer']] })
  })

  it.each(UNSAFE)('%j is not', (address) => {
    expect(opened(address)).toEqual({ done: false, calls: [] })
  })
})

it('a link to the outside says the same', () => {
  expect(OUTSIDE).toEqual({ target: '_blank', rel: 'noopener noreferrer' })
})

it.each([...UNSAFE, '/relative', '#part', 'x.test', ''])('%j is no web address', (address) => {
  expect(readWebAddress(address)).toBeUndefined()
})
