import { expect, it } from 'vitest'
import { JobChanged } from '../ledger/job-changed'
import { endOfSending } from './batch-store'
import { NotRecorded } from './write'

it('does not call it trouble of the batch that somebody took it over, before this page has heard of that', async () => {
  const lease = new AbortController()
  const taken = new NotRecorded('No record.', { cause: new JobChanged() })
  const ending = endOfSending(taken, lease.signal)
  lease.abort()
  expect(await ending).toEqual({ state: 'back', ready: true, said: 'No record.' })
  expect(await endOfSending(taken, lease.signal)).toEqual(await ending)
})

it('stops a batch whose calls cannot be recorded', async () => {
  const full = new NotRecorded('The disk is full.', { cause: new Error('quota') })
  expect(await endOfSending(full, new AbortController().signal)).toMatchObject({
    state: 'back',
    trouble: { title: 'Paused: the console cannot keep the record', message: 'The disk is full.' },
  })
})
