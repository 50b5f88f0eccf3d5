import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../client/call'
import {
  type Organization,
  type OrganizationChanges,
  readOrganization,
  updateOrganization,
} from '../contract/organization'
import { askExtension } from './extension'
import { keys } from './keys'
import { askShared } from './query-client'
import { write } from './write'

export const organizationQueries = {
  /** The organization whose key is used; `null` where the service does not answer that. */
  own: () =>
    queryOptions({
      queryKey: keys.organization,
      queryFn: ({ client, signal }) =>
        askExtension(client, readOrganization, () => call(readOrganization, { signal })),
    }),
}

interface OrganizationChange {
  readonly body: OrganizationChanges
  readonly seen: Pick<Organization, 'name' | 'allowedChatDomains'>
  readonly onOther: (now: Organization) => void
}

export const organizationMutations = {
  /**
   * Changes its name or the domains whose pages may open a web chat. `seen`: what they were when somebody began to change them. Rejects with
   * `ChangedMeanwhile`, tells `onOther` what they are, and sends nothing, where what is about to be sent takes the place of something else (D965).
   */
  update: () =>
    mutationOptions({
      mutationFn: async ({ body, seen, onOther }: OrganizationChange, { client }) => {
        const now = await askShared(client, { ...organizationQueries.own(), staleTime: 0 })
          // Where it cannot be read, the service has the last word.
          .catch(() => undefined)
        const { name = '', allowedChatDomains = [] } = now ?? {}
        // Screens that need none of it would load it with what they share.
        const { ChangedMeanwhile, isOther } = await import('./changed-meanwhile')
        if (now && isOther(body, seen, { name, allowedChatDomains })) {
          onOther(now)
          throw new ChangedMeanwhile('organization', now)
        }
        return write(client, updateOrganization, { body })
      },
      meta: { writes: [updateOrganization] },
    }),
}
