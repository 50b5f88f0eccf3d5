import { expect, it } from 'vitest'
import type { CallRecord } from '../../../contract/call-records'
import type { BatchView, LiveRow } from '../../../queries/batches'
import { endsOf, statusOf } from './-batch-status'

const row = (state: LiveRow['state'], callId?: string) => ({ state, callId }) as LiveRow
const rows = [
  row('not sent'),
  row('accepted', 'failed'),
  ...['done', 'done too', 'open', 'odd', 'unread'].map((id) => row('accepted', id)),
  row('refused'),
]
const counts = { waiting: 0, sending: 0 }
const view = { batch: { course: 'ended' }, rows, counts } as unknown as BatchView
const calls = new Map(
  Object.entries({
    failed: 'FAILED',
    done: 'COMPLETED',
    'done too': 'completed',
    open: 'IN_PROGRESS',
    odd: 'PARKED',
  }).map(([id, status]) => [id, { id, status } as CallRecord]),
)

it('says how the calls of a batch went, as far as their results were read', () => {
  expect(statusOf(view)).toBe('Sending is done.')
  expect(endsOf(view, { calls })).toBe(
    '2 completed, 1 failed, 1 in progress, 1 parked, 1 accepted, 1 refused, 1 left out.',
  )
  expect(endsOf(view, { calls: new Map() })).toBe('6 accepted, 1 refused, 1 left out.')
})

it('says of a batch that was stopped what was not sent', () => {
  const stopped = {
    ...view,
    batch: { course: 'stopped' },
    rows: [row('waiting'), row('accepted', 'done')],
  } as unknown as BatchView
  expect(statusOf(stopped)).toBe('Stopped.')
  expect(endsOf(stopped, { calls })).toBe('1 completed, 1 not sent.')
})
