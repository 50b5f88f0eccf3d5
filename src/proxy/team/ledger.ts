import type { IncomingMessage, ServerResponse } from 'node:http'
import { matchPath, type Operation, type SchemaOf } from '../../contract/operation'
import { schemaOf } from '../../contract/schema'
import { EVENTS_PATH } from '../../contract/team-events'
import { changeTeamLease, listTeamLeases } from '../../contract/team-leases'
import {
  addTeamRows,
  countTeamRows,
  listTeamRows,
  ROW_BYTES_MAX,
  readTeamRow,
  removeTeamRows,
  TEAM_STORES,
  writeTeamRow,
} from '../../contract/team-rows'
import { answerJsonText, refuse, refuseMethod } from '../answer'
import { compress, encodingFor, encodingHeaders } from '../compress'
import { hasBody, isJson, readBody } from '../read-body'
import { parseJson } from '../upstream'
import { openTeamEvents } from './events'
import type { LedgerStore, StoredRow } from './ledger-store'
import type { Admitted } from './sessions'

/** What a request asks, checked: its query or body. */
interface Asked<O extends Operation> {
  readonly store: string
  readonly given: O['sendsBody'] extends SchemaOf<infer Schema>
    ? Schema['_zod']['output']
    : O['sendsQuery'] extends SchemaOf<infer Schema>
      ? Schema['_zod']['output']
      : never
  readonly person: string
  readonly note: Admitted['note']
}

/** Resolves with JSON. */
type Answer = (asked: Omit<Asked<Operation>, 'given'> & { given: unknown }) => Promise<string>

interface Route {
  readonly operation: Operation
  readonly schema: {
    safeParse(value: unknown): { data?: unknown; error?: { issues: readonly { message: string }[] } }
  }
  readonly answer: Answer
}

function route<O extends Operation>(operation: O, answer: (asked: Asked<O>) => Promise<string>): Route {
  const make = (operation.sendsBody ?? operation.sendsQuery) as SchemaOf
  return { operation, schema: schemaOf(make), answer: answer as Answer }
}

const json = JSON.stringify

/** As stored, since parsing thousands of rows to write them again would hold up everybody. */
const rowText = ({ key, changed, person, content }: StoredRow) =>
  `{"key":${json(key)},"changed":${changed},"person":${json(person)},"row":${content}}`

const routesOf = ({ rows, leases }: LedgerStore): readonly Route[] => [
  route(listTeamRows, async ({ store, given: { after = '0', newest, ...given } }) => {
    const asked = { store, after: Number(after), newest: newest ? Number(newest) : undefined, ...given }
    const { rows: found, ...page } = await rows.list(asked)
    return `${json(page).slice(0, -1)},"rows":[${found.map(rowText).join(',')}]}`
  }),
  route(readTeamRow, async ({ store, given }) => {
    const row = await rows.read({ store, ...given })
    return `{"row":${row ? rowText(row) : 'null'}}`
  }),
  route(writeTeamRow, async ({ store, given: { service, key, ...given }, person }) => {
    const changed = await rows.write({ place: { service, store, key }, ...given }, person)
    return json(typeof changed === 'number' ? { changed, person } : { refused: changed })
  }),
  route(addTeamRows, async ({ store, given: { service, rows: given }, person }) => {
    return json({ added: await rows.add({ service, store }, given, person) })
  }),
  route(removeTeamRows, async ({ given: { service, stores, keys }, note }) => {
    // A draft that is done with is removed like this as well as all that the team recorded.
    note?.({ stores: stores.join(' '), keys: keys?.slice(0, NAMED_KEYS).join(' ') ?? 'all' })
    return json({ removed: await rows.remove(service, stores, keys) })
  }),
  route(countTeamRows, async ({ given: { service } }) => json({ counts: await rows.counts(service) })),
  route(listTeamLeases, async ({ given: { service } }) => json(await leases.list(service))),
  route(changeTeamLease, async ({ given: { action, ...lease }, person }) => {
    if (action === 'give back') {
      await leases.giveBack(lease)
      return json({ isHeld: false })
    }
    const isHeld =
      action === 'renew'
        ? await leases.renew(lease)
        : await leases.take(lease, person, action === 'take over')
    if (isHeld) return json({ isHeld })
    const { leases: held } = await leases.list(lease.service)
    return json({ isHeld, by: held.find(({ name }) => name === lease.name) })
  }),
]

/** Keys of removed rows that the audit log names. */
const NAMED_KEYS = 10

/** From this many bytes on an answer is compressed where the browser takes that. */
const WORTH_COMPRESSING = 1_024

function answerText(response: ServerResponse, text: string) {
  const body = Buffer.from(text)
  const encoding = body.length < WORTH_COMPRESSING ? undefined : encodingFor(response.req)
  if (encoding) answerJsonText(response, 200, compress(body, encoding), encodingHeaders(encoding))
  else answerJsonText(response, 200, body)
}

/** The addresses of what the team recorded, for who was admitted. */
export function openTeamLedger(ledger: LedgerStore) {
  const routes = routesOf(ledger)

  async function carryOut(
    { operation, schema, answer }: Route,
    request: IncomingMessage,
    response: ServerResponse,
    { store, person, note }: Omit<Asked<Operation>, 'given'>,
  ) {
    const refused = (status: number, message: string) => refuse(response, status, message)
    const isRead = operation.method === 'GET'
    let asked: unknown
    if (isRead) {
      const query = new URLSearchParams(request.url?.split('?')[1])
      if (new Set(query.keys()).size < query.size) return refused(400, 'A parameter may be given only once')
      asked = Object.fromEntries(query)
    } else {
      if (!isJson(request.headers['content-type']) || request.headers['content-encoding'] !== undefined)
        return refused(415, 'The body must be JSON, sent as application/json')
      const body = await readBody(request, ROW_BYTES_MAX)
      if (body === 'gone') return response.destroy()
      if (body === 'too-slow') return refused(408, 'The body did not arrive in time')
      if (body === 'too-large') return refused(413, `This is larger than ${ROW_BYTES_MAX / 2 ** 20} MB`)
      asked = parseJson(body.toString())
    }
    if (isRead && hasBody(request)) return refused(400, 'This address takes no body')
    const { data, error } = schema.safeParse(asked)
    if (error) return refused(400, error.issues[0]?.message ?? 'This is not what the address takes')
    const text = await answer({ store, given: data, person, note }).catch((failure: unknown) => {
      // Redacting goes down as deep as the row.
      if (failure instanceof RangeError) refused(400, 'The row is nested too deeply')
      else
        refuse(
          response,
          503,
          "The console's store does not answer. Try again soon",
          { 'retry-after': '2' },
          'SERVICE_REPLY_BROKEN',
        )
    })
    if (text !== undefined) answerText(response, text)
  }

  const events = openTeamEvents(ledger)

  const answer = (request: IncomingMessage, response: ServerResponse, admitted: Admitted) => {
    const { method = '', url = '' } = request
    const [path = ''] = url.split('?', 1)
    if (path === EVENTS_PATH) {
      events.follow(request, response, admitted)
      return 'events'
    }
    if (
      !path.startsWith(`${countTeamRows.path}/`) &&
      path !== countTeamRows.path &&
      path !== listTeamLeases.path
    )
      return undefined
    const there = routes.flatMap((each) => {
      const match = matchPath(each.operation, path)
      const { store = '' } = match?.params ?? {}
      const isKnown = !each.operation.path.includes('{') || TEAM_STORES.some((name) => name === store)
      return match && isKnown ? [{ ...each, store }] : []
    })
    const found = there.find(({ operation }) => operation.method === method)
    if (there.length === 0) {
      refuse(response, 404, 'There is nothing at this address')
      return 'unknown'
    }
    if (!found) {
      refuseMethod(
        response,
        there.map(({ operation }) => operation.method),
      )
      return 'refused'
    }
    const { person, note } = admitted
    carryOut(found, request, response, { store: found.store, person: person.name, note }).catch(() =>
      response.destroy(),
    )
    return found.operation.name
  }
  return {
    /** Returns a name for the log; `undefined` where the address is another's. */
    answer,
    numbers: events.numbers,
    endStreams: events.endStreams,
    close: events.close,
  }
}
