import { expect, it } from 'vitest'
import { operations } from '../../contract/operations'
import { sentOperation } from './-sent-operations'

it('knows every operation that writes', () => {
  const reads = ['searchPassages', 'requestUpload', 'viewFile']
  for (const { name, method } of Object.values(operations)) {
    if (method === 'GET' || reads.includes(name)) continue
    expect(sentOperation(name), name).toBeDefined()
  }
})
