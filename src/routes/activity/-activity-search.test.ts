import { expect, it } from 'vitest'
import { operations } from '../../contract/operations'
import { mayStandInAddress, readActivitySearch } from './-activity-search'
import { sentOperation } from './-sent-operations'

it.each(['+1 (500) 555-0142', '5005550142', '500 555 01', 'ada@example.com', 'call to +15005550142'])(
  'keeps %s out of the address',
  (text) => {
    expect(mayStandInAddress(text)).toBe(false)
    expect(readActivitySearch({ q: text }).q).toBeUndefined()
  },
)

it.each(['deploy', 'pricing 2026', 'Version 3', '409', 'agent-of-12'])('lets %s stand in it', (text) => {
  expect(readActivitySearch({ q: text }).q).toBe(text)
})

it('reads an address that cannot be meant as none', () => {
  expect(readActivitySearch({ state: 'lost', entry: {}, sort: 7 })).toEqual({ sort: '7' })
})

it('knows every operation that writes', () => {
  const reads = ['searchPassages', 'requestUpload', 'viewFile']
  for (const { name, method } of Object.values(operations)) {
    if (method === 'GET' || reads.includes(name)) continue
    expect(sentOperation(name), name).toBeDefined()
  }
})
