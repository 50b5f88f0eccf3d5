import { queryOptions } from '@tanstack/react-query'
import { connectionOf } from './info'
import { keys } from './keys'
import { forgetNotes, readNotes } from './open-note'

/** The procedures and plans of this browser that have not ended, newest first. */
export const openWork = () =>
  queryOptions({
    queryKey: [...keys.ledger, 'open work'],
    queryFn: async ({ client }) => {
      const { serviceName } = await connectionOf(client)
      const noted = readNotes(serviceName)
      const { listOpenWork } = await import('./list-open-work')
      const open = await listOpenWork(client)
      if (open.length === 0) forgetNotes(noted)
      return open
    },
  })
