import { type CallRecord, readCallRecord } from './call-records'
import { readGrounds } from './grounds'
import { operation } from './operation'
import { field, type RecordOf, recordReader } from './record'
import { objectReply } from './reply'

const readTurn = recordReader(
  {
    who: field.text('who', 'role', 'speaker'),
    said: field.text('said', 'text', 'message', 'content'),
    grounds: field.object(readGrounds, 'grounds'),
  },
  'said',
)

/** One turn of a call, with what it rests on. */
export type CallTurn = RecordOf<typeof readTurn>

/** A call with its turns so far, where the service tells them apart. */
export type CallInFull = CallRecord & { readonly turns?: readonly CallTurn[] }

function readCallInFull(value: unknown): CallInFull | undefined {
  const record = readCallRecord(value)
  if (!Array.isArray(record?.other.turns)) return record
  const { turns, ...other } = record.other
  const read = (turns as unknown[]).map(readTurn).filter((turn) => turn !== undefined)
  return { ...record, other, turns: read.length > 0 ? read : undefined }
}

// Apart, because a list of calls needs no more than the list.
export const readCall = operation({
  name: 'readCall',
  method: 'GET',
  path: '/api/v1/agent-calls/{callId}',
  source: 'extension',
  summary: 'Reads the record of a call, with what was said so far.',
  to: 'load the call',
  reply: objectReply(['agentCall', 'call'], readCallInFull, 'the reply has no call with an id'),
})
