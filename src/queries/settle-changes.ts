import { hashKey, mutationOptions } from '@tanstack/react-query'
import { isWire } from '../contract/reply'
import { closeThread, type ThreadRecord, updateThread } from '../contract/thread-records'
import { keys } from './keys'
import { connectedLedger } from './ledger'

/** Whether everything that was sent stands there as it was sent. */
const stands = (sent: unknown, there: unknown) =>
  !isWire(sent) ||
  Object.entries(sent).every(([name, value]) => isWire(there) && hashKey([there[name]]) === hashKey([value]))

/** Records closes and changes of a thread as done whose answers were lost, once the thread shows them (D945). */
export const settleChanges = () =>
  mutationOptions({
    mutationFn: async (thread: ThreadRecord, { client }) => {
      const { ledger, service } = await connectedLedger(client)
      const lost = async ({ name }: { readonly name: string }) =>
        (await ledger.entries(service, name)).filter(
          ({ params, state }) => params.threadId === thread.id && state === 'unknown',
        )
      const { closedReason } = thread
      // Closed for another reason, it was closed by somebody else.
      const closed = (thread.isActive === false ? await lost(closeThread) : []).filter(
        ({ body }) => !closedReason || !isWire(body) || !body.reason || body.reason === closedReason,
      )
      const changed = (await lost(updateThread)).filter(
        ({ body }) =>
          isWire(body) && stands(body.metadata, thread.metadata) && stands(body.variables, thread.variables),
      )
      const done = [...closed, ...changed]
      for (const { id, reply } of done)
        await ledger.finish(service, id, { state: 'accepted', reply, found: true })
      if (done.length > 0) await client.invalidateQueries({ queryKey: keys.ledger })
    },
  })
