import { expect, it } from 'vitest'
import { dispatchCall } from '../contract/calls'
import type { LedgerEntry } from '../ledger/entry'
import type { Ledger } from '../ledger/ledger'
import { OtherCalls } from './called-since'

/** A team's record, whose newest are those that changed last, also where they began long before. */
function teamRecord() {
  const rows: LedgerEntry[] = []
  let changes = 0
  const time = () => {
    changes += 1
    return new Date(changes).toISOString()
  }
  const ledger = {
    newest: async (_: string, count: number) => ({
      entries: rows.slice(0, count),
      more: rows.length > count,
    }),
    entries: async () => rows.toSorted((one, other) => (one.startedAt < other.startedAt ? 1 : -1)),
  } as unknown as Ledger
  return {
    ledger,
    begin(id: string, toPhoneNumber: string) {
      const written = { service: 'one', operation: dispatchCall.name, params: {}, tab: 'other' }
      const body = { versionId: 'v', outboundPhoneNumberId: 'n', toPhoneNumber }
      rows.unshift({ ...written, id, body, startedAt: time(), state: 'sending' })
    },
    finish(id: string) {
      const at = rows.findIndex((row) => row.id === id)
      const [row] = rows.splice(at, 1)
      if (row) rows.unshift({ ...row, state: 'accepted', finishedAt: time() })
    },
  }
}

it('finds a call that was begun before what a team has recorded since, also where one that was under way ends last', async () => {
  const { ledger, begin, finish } = teamRecord()
  for (let at = 0; at < 30; at += 1) begin(`before ${at}`, `+1414${at}`)
  const others = new OtherCalls({ ledger, service: 'one' }, 'batch')
  begin('under way', '+1666')
  expect(await others.to('+1777')).toBeUndefined()

  begin('theirs', '+1555')
  for (let at = 0; at < 30; at += 1) begin(`after ${at}`, `+1415${at}`)
  finish('under way')
  expect(await others.to('+1555')).toBe('theirs')
})
