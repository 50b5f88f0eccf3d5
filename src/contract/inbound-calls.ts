import { readDispatchResult } from './call-placed'
import { operation } from './operation'
import { anyReply, findObject, textOf } from './reply'

const REPLY_NAMES = ['agentCall', 'call']

export const simulateInboundCall = operation({
  name: 'simulateInboundCall',
  method: 'POST',
  path: '/api/v1/agent-calls/simulate-inbound',
  source: 'extension',
  summary: 'Lets a simulated customer call the number of an agent.',
  to: 'simulate the call',
  done: 'the call was simulated',
  changes: ['calls'],
  about: ({ body, reply }) => ({
    kind: 'call',
    agentId: textOf(body.agentId),
    callId: findObject(reply, REPLY_NAMES, readDispatchResult)?.id,
  }),
  sendsBody: ({ z, id, phoneNumber }) =>
    z.strictObject({
      agentId: id('Agent id'),
      /** Who calls: decides what the customer wants, as numbers do that are called. */
      fromPhoneNumber: z.optional(phoneNumber('From phone number')),
    }),
  reply: anyReply(REPLY_NAMES, readDispatchResult),
})
