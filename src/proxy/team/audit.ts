import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  AUDIT_CSV_PATH,
  AUDIT_LINES_PATH,
  type AuditEntry,
  type AuditPage,
  type AuditQuery,
  readAudit,
} from '../../contract/audit'
import { schemaOf } from '../../contract/schema'
import { csvLine } from '../../contract/write-csv'
import { answerJson, refuse, refuseMethod, SAFE_HEADERS } from '../answer'
import { write } from '../relay'
import type { AuditStore, StoredEntry } from './store'

const PAGE = 100

/** Entries of a download that are read at once. */
const PORTION = 500

const DAY = 24 * 60 * 60_000

/** How often old entries are removed, in ms. */
const SWEEP = 60 * 60_000

export interface Audit {
  /** Rejects where the entry cannot be stored: then the write must not go on. */
  begin(entry: Omit<StoredEntry, 'id'>): Promise<number>
  /** What was done is done: where this cannot be stored, the entry says that the answer is not known. */
  end(id: number, how: Pick<StoredEntry, 'status' | 'duration' | 'ids'>): Promise<void>
  /** Answers the addresses of the log; `false` for any other. */
  answer(request: IncomingMessage, response: ServerResponse): boolean
  close(): void
}

const asEntry = ({ id, at, person, role, session, address, operation, ids, status, duration }: StoredEntry) =>
  ({
    id,
    at: at.toISOString(),
    person,
    role: role ?? undefined,
    session: session ?? undefined,
    address,
    operation,
    ids,
    status: status ?? undefined,
    duration: duration ?? undefined,
  }) satisfies AuditEntry

const COLUMNS = [
  'at',
  'person',
  'role',
  'address',
  'operation',
  'ids',
  'status',
  'duration',
  'session',
] as const

const textOf = (ids: StoredEntry['ids']) =>
  Object.entries(ids)
    .map((each) => each.join('='))
    .join(' ')

const FORMATS = {
  [AUDIT_CSV_PATH]: {
    type: 'text/csv; charset=utf-8',
    name: 'audit.csv',
    head: csvLine(COLUMNS),
    line: (entry: AuditEntry) =>
      csvLine(COLUMNS.map((name) => (name === 'ids' ? textOf(entry.ids) : String(entry[name] ?? '')))),
  },
  [AUDIT_LINES_PATH]: {
    type: 'application/jsonl; charset=utf-8',
    name: 'audit.jsonl',
    head: '',
    line: (entry: AuditEntry) => `${JSON.stringify(entry)}\n`,
  },
} as const

type Format = (typeof FORMATS)[keyof typeof FORMATS]

/** What people did at the console. Entries older than `days` are removed. */
export function openAudit(store: AuditStore, days: number, now: () => number = Date.now): Audit {
  const query = schemaOf(readAudit.sendsQuery)
  const sweep = () => void store.sweep(new Date(now() - days * DAY)).catch(() => {})
  const sweeping = setInterval(sweep, SWEEP).unref()
  sweep()

  const page = async (asked: Asked): Promise<AuditPage> => {
    const rows = await store.list({ ...asked, limit: PAGE + 1 })
    const entries = rows.slice(0, PAGE).map(asEntry)
    return {
      entries,
      next: rows.length > PAGE ? entries.at(-1)?.id : undefined,
      people: asked.before === undefined ? await store.people() : undefined,
    }
  }

  const download = async (response: ServerResponse, { type, name, head, line }: Format, asked: Asked) => {
    let before = asked.before
    let rows = await store.list({ ...asked, limit: PORTION })
    response.writeHead(200, {
      ...SAFE_HEADERS,
      'cache-control': 'no-store',
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
    })
    await write(response, Buffer.from(head))
    while (rows.length > 0) {
      await write(response, Buffer.from(rows.map((row) => line(asEntry(row))).join('')))
      before = rows.at(-1)?.id
      rows = rows.length < PORTION ? [] : await store.list({ ...asked, before, limit: PORTION })
    }
    response.end()
  }

  return {
    begin: (entry) => store.begin(entry),
    end: (id, how) => store.end(id, how).catch(() => {}),
    answer(request, response) {
      const [path = '', search] = (request.url ?? '').split('?')
      const format = Object.hasOwn(FORMATS, path) ? FORMATS[path as keyof typeof FORMATS] : undefined
      if (path !== readAudit.path && !format) return false
      if (request.method !== 'GET') {
        refuseMethod(response, ['GET'])
        return true
      }
      const given = query.safeParse(Object.fromEntries(new URLSearchParams(search))).data
      if (!given) {
        refuse(response, 400, 'The log is asked for by before, person and operation')
        return true
      }
      const asked = { ...given, before: given.before === undefined ? undefined : Number(given.before) }
      const answered = format
        ? download(response, format, asked)
        : page(asked).then((found) => answerJson(response, 200, found))
      answered.catch(() => refuse(response, 503, STORE_AWAY, { 'retry-after': '5' }))
      return true
    },
    close() {
      clearInterval(sweeping)
    },
  }
}

export const STORE_AWAY = 'The store of the console does not answer. Nothing was done'

type Asked = Omit<AuditQuery, 'limit'>
