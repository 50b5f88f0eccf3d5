import { expect, it, vi } from 'vitest'
import { RowsFile } from './batch-rows'

it('refuses what is asked of a worker that did not start, also after that is known', async () => {
  const worker = { postMessage: () => undefined, onerror: () => undefined }
  vi.stubGlobal('Worker', function Worker() {
    return worker
  })
  const file = new RowsFile()
  const before = file.ask('countries')
  worker.onerror()
  await expect(before).rejects.toThrow('Reload the page')
  await expect(file.ask('edits', 'one')).rejects.toThrow('Reload the page')
})
