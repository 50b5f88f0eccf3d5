import { readCallRecord } from './call-records'
import { operation } from './operation'
import { objectReply } from './reply'

// Apart, because a list of calls needs no more than the list.
export const readCall = operation({
  name: 'readCall',
  method: 'GET',
  path: '/api/v1/agent-calls/{callId}',
  source: 'extension',
  summary: 'Reads the record of a call.',
  to: 'load the call',
  reply: objectReply(['agentCall', 'call'], readCallRecord, 'no call with an id in the reply'),
})
