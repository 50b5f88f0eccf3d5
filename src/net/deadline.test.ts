import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { within } from './deadline'

it('a deadline comes though memory was collected meanwhile', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const ended = new Promise<void>((resolve) => {
    within(300, new AbortController().signal).addEventListener('abort', () => resolve())
  })
  for (let round = 0; round < 5; round += 1) {
    await sleep(20)
    collect()
  }
  expect(await Promise.race([ended.then(() => 'ended'), sleep(5_000, 'never')])).toBe('ended')
})
