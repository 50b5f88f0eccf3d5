import { queryOptions } from '@tanstack/react-query'
import { call } from '../client/call'
import { readOrganization, updateOrganization } from '../contract/organization'
import { askExtension } from './extension'
import { keys } from './keys'
import { sending } from './write'

export const organizationQueries = {
  /** The organization whose key is used; `null` where the service does not answer that. */
  own: () =>
    queryOptions({
      queryKey: keys.organization,
      queryFn: ({ client, signal }) =>
        askExtension(client, readOrganization, () => call(readOrganization, { signal })),
    }),
}

export const organizationMutations = {
  /** Changes its name or the domains whose pages may open a web chat. */
  update: () => sending(updateOrganization),
}
