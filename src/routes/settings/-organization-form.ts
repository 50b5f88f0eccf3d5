import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import * as z from 'zod/mini'
import type { FieldError } from '../../contract/errors'
import { text } from '../../contract/formats'
import {
  CHAT_DOMAINS_MAX,
  isChatDomain,
  type Organization,
  type OrganizationChanges,
} from '../../contract/organization'
import { changedFields, judgeChanges } from '../-shared/changed-fields'

const clean = (host: string) => host.trim().toLowerCase()

const rowsOf = z
  .array(
    z.object({
      host: z
        .string()
        .check(
          z.refine(
            (host) => isChatDomain(host.trim()),
            'Enter a bare host name such as example.com or *.example.com, or localhost',
          ),
        ),
    }),
  )
  .check(
    z.maxLength(CHAT_DOMAINS_MAX, `At most ${CHAT_DOMAINS_MAX} domains`),
    z.superRefine((rows, context) => {
      const seen = new Set<string>()
      for (const [index, { host }] of rows.entries()) {
        if (seen.has(clean(host)) && host.trim() !== '')
          context.addIssue({ code: 'custom', path: [index, 'host'], message: 'This domain is named twice' })
        seen.add(clean(host))
      }
    }),
  )

const form = z.object({ name: text({ label: 'Name', min: 1, max: 200 }), domains: rowsOf })

/** What the fields hold: one domain a row. */
export type OrganizationValues = z.infer<typeof form>

const resolver = standardSchemaResolver<OrganizationValues, unknown, OrganizationValues>(form)
const namelessResolver = standardSchemaResolver<OrganizationValues, unknown, OrganizationValues>(
  z.extend(form, { name: text({ label: 'Name', max: 200 }) }),
)

/** The rules of the service, said before it is asked; each lands on its row. What a service has beyond them may stay, and it need not tell a name (D1065). */
export const organizationResolver = (begun: OrganizationValues) =>
  judgeChanges(begun.name ? resolver : namelessResolver, begun)

export const toOrganizationValues = ({
  name = '',
  allowedChatDomains = [],
}: Pick<Organization, 'name' | 'allowedChatDomains'>): OrganizationValues => ({
  name,
  domains: allowedChatDomains.map((host) => ({ host })),
})

/** What differs from what was read; nothing is sent of the rest. */
export const toOrganizationChanges = (
  values: OrganizationValues,
  before: OrganizationValues,
): OrganizationChanges => changedFields(toRequest(before), toRequest(values))

const toRequest = ({ name, domains }: OrganizationValues) => ({
  name: name.trim(),
  allowedChatDomains: domains.map(({ host }) => host.trim()),
})

/** Complaints about the third domain land on the third row. */
export const placeDomain = (errors: readonly FieldError[]): FieldError[] =>
  errors.map(({ path, message }) => ({
    path: path.replace(/^allowedChatDomains(?:\.(\d+)|\[(\d+)\])?$/, (_, dotted, bracketed) => {
      const index = dotted ?? bracketed
      return index === undefined ? 'domains' : `domains.${index}.host`
    }),
    message,
  }))
