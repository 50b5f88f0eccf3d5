import * as z from 'zod/mini'
import { pageQuery } from '../contract/formats'
import type { Auth } from '../contract/operation'
import { LAB_LIMITS } from './handlers/lab'
import { LIMITS, MESSAGE_LIMITS } from './pages'

type Json = Record<string, unknown>

/** Refusals, by status: the name of the component, and what it says. */
const REFUSALS: Readonly<Record<number, readonly [name: string, description: string]>> = {
  400: ['BadRequest', 'The request is wrong; `errors` names the fields.'],
  401: ['Unauthorized', 'The credential is missing or wrong.'],
  403: ['Forbidden', 'Not permitted.'],
  404: ['NotFound', 'Not found.'],
  405: ['MethodNotAllowed', 'This address takes other methods; `Allow` names them.'],
  409: ['Conflict', 'The current state does not allow it.'],
  413: ['TooLarge', 'The body is too large.'],
  415: ['WrongType', 'The content type is not accepted.'],
  422: ['Unprocessable', 'Understood, and not possible with this content.'],
  429: ['TooManyRequests', 'Too many requests.'],
  500: ['Failed', 'The service failed; its log says more.'],
  503: ['Unavailable', 'The store does not answer just now.'],
  507: ['StorageFull', 'The disk that holds the data is full.'],
}

/** Statuses with a meaning of their own for one operation. */
export const OWN_STATUSES: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  dispatchCall: { 504: 'The call was not confirmed in time; it may have been placed.' },
  searchPassages: { 422: 'The search took too long and was stopped.' },
  uploadContent: { 422: 'The bytes are not what the name says, or there are none.' },
  updateAgentVersion: { 409: 'The version is deployed.' },
  closeThread: { 409: 'The thread was closed before, with another reason.' },
  renewChatToken: {
    404: 'There is no web chat for this token: it ended too long ago, or is of another thread or origin.',
    409: 'The thread is closed.',
  },
  sendMessage: { 409: 'The thread is closed, or no web chat.' },
}

/** Refusals that say when to come back. */
const WAITS = [429, 503, 507]

const content = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } }
const retryAfter = {
  'Retry-After': { description: 'Seconds until the next try.', schema: { type: 'integer', minimum: 0 } },
}
const allow = { Allow: { description: 'The methods of this address.', schema: { type: 'string' } } }

const page = (name: string, description: string, schema: Json) => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
})

/** How many items a page has, by the path of the list; the first that fits. */
const PAGE_SIZES = [
  ['messageLimit', /\/messages$/, MESSAGE_LIMITS],
  ['labLimit', /\/testing-lab\//, LAB_LIMITS],
  ['limit', /^/, LIMITS],
] as const

const { pattern } = z.toJSONSchema(pageQuery.shape.limit)
const limits = PAGE_SIZES.map(([name, , { usual, most }]) => [
  name,
  page('limit', `Items on the page; more than ${most} counts as ${most}.`, {
    type: 'string',
    pattern,
    default: String(usual),
  }),
])

export const responseComponents = {
  responses: Object.fromEntries(
    Object.entries(REFUSALS).map(([status, [name, description]]) => {
      const headers = WAITS.includes(Number(status)) ? retryAfter : status === '405' ? allow : undefined
      return [name, { description, content, ...(headers ? { headers } : {}) }]
    }),
  ),
  parameters: {
    cursor: page('cursor', 'Where the page begins: `nextCursor` of the page before.', { type: 'string' }),
    ...Object.fromEntries(limits),
    lastEventId: {
      name: 'Last-Event-ID',
      in: 'header',
      required: false,
      description: 'The last event that was received.',
      schema: { type: 'string', pattern: '^\\d{1,15}$' },
    },
  },
}

const parameter = (name: string): Json => ({ $ref: `#/components/parameters/${name}` })

/** Parameters that several operations take, of one with this path. */
export const parameterRefs = (path: string): Readonly<Record<string, Json>> => ({
  cursor: parameter('cursor'),
  limit: parameter(PAGE_SIZES.find(([, of]) => of.test(path))?.[0] ?? 'limit'),
  'Last-Event-ID': parameter('lastEventId'),
})

/** What an operation with this credential may refuse with. */
export function refusalResponses(auth: Auth, own: Readonly<Record<number, string>> = {}): Json {
  const shared = Object.entries(REFUSALS)
    .filter(([status]) => !(status in own) && !(status === '401' && (auth === 'none' || auth === 'origin')))
    .map(([status, [name]]) => [status, { $ref: `#/components/responses/${name}` }])
  const special = Object.entries(own).map(([status, description]) => [status, { description, content }])
  return Object.fromEntries([...shared, ...special])
}
