import { operation, type RequestBody } from './operation'
import { field, type RecordOf, recordReader } from './record'
import { anyReply, objectReply, textOf } from './reply'

const readDomains = field.whole(textOf, 'allowedChatDomains', 'allowed_chat_domains')

const readFields = recordReader({
  id: field.id('id', 'organizationId', '_id'),
  name: field.text('name'),
  /** Hosts of the pages that may open a web chat, `null` none; of those that are read in part nothing, because they are sent whole. */
  allowedChatDomains: (fields, { allowedChatDomains }) =>
    allowedChatDomains === null ? [] : readDomains(fields),
  activeCallCount: field.number('activeCallCount'),
  /** Where its e-mails come from, and whether that is verified. */
  sendingDomain: field.text('sendingDomain', 'emailDomain'),
  sendingDomainVerified: field.flag('sendingDomainVerified', 'emailDomainVerified'),
  createdAt: field.time('createdAt', 'created_at'),
  updatedAt: field.time('updatedAt', 'updated_at'),
})

/** The organization whose key is used, as far as a reply tells. */
export type Organization = RecordOf<typeof readFields>

function readOrganizationRecord(value: unknown): Organization | undefined {
  const read = readFields(value)
  return read && (read.id ?? read.name ?? read.allowedChatDomains) !== undefined ? read : undefined
}

/** Exactly `localhost`, or a bare host name with a dot, with `*.` before it for all names below it. */
const CHAT_DOMAIN =
  /^(?:localhost|(?:\*\.)?(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)$/i

export const isChatDomain = (value: string) => CHAT_DOMAIN.test(value)

export const CHAT_DOMAINS_MAX = 50

/** The host of an origin, also where that alone stands. */
export const hostOf = (origin = ''): string => (URL.canParse(origin) ? new URL(origin).hostname : origin)

/** Whether a page of this origin, such as `https://shop.example.com`, may open a web chat. */
export function allowsOrigin(domains: readonly string[], origin: string): boolean {
  const host = URL.canParse(origin) ? new URL(origin).hostname.toLowerCase() : ''
  return domains.some((domain) => {
    // Of other services also a whole origin, or one with a port.
    const allowed = hostOf(domain.trim().toLowerCase().replace(/:\d+$/, ''))
    if (allowed === '*') return host !== ''
    return allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : host !== '' && host === allowed
  })
}

export const readOrganization = operation({
  name: 'readOrganization',
  method: 'GET',
  path: '/api/v1/organization',
  source: 'extension',
  summary: 'Reads the organization and its settings.',
  to: 'load the organization',
  reply: objectReply(['organization'], readOrganizationRecord, 'the reply has no organization'),
})

export const updateOrganization = operation({
  name: 'updateOrganization',
  method: 'PATCH',
  path: '/api/v1/organization',
  source: 'extension',
  summary: 'Changes the name of the organization, or the domains whose pages may open a web chat.',
  to: 'change the organization',
  done: 'the organization was changed',
  changes: ['organization'],
  about: ({ body }) => ({ name: textOf(body.name) }),
  sendsBody: ({ z, text }) =>
    z
      .strictObject({
        name: z.optional(text({ label: 'Name', min: 1, max: 200 })),
        allowedChatDomains: z.optional(
          z
            .array(
              z
                .string('Domain must be text')
                .check(
                  z.refine(
                    isChatDomain,
                    'Domain must be a bare host name such as example.com or *.example.com, or localhost',
                  ),
                ),
              'Domains must be a list',
            )
            .check(
              z.maxLength(CHAT_DOMAINS_MAX, `At most ${CHAT_DOMAINS_MAX} domains`),
              z.refine(
                (domains) => new Set(domains.map((each) => each.toLowerCase())).size === domains.length,
                'A domain is named twice',
              ),
            ),
        ),
      })
      .check(
        z.refine(
          ({ name, allowedChatDomains }) => name !== undefined || allowedChatDomains !== undefined,
          'Give a name or domains',
        ),
      ),
  reply: anyReply(['organization'], readOrganizationRecord),
})

export type OrganizationChanges = RequestBody<typeof updateOrganization>
