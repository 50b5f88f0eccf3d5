import { matchPath, type Operation } from '../src/contract/operation'
import { operations } from '../src/contract/operations'
import { type Front, frontOf } from './front'

/** What a service offers beyond the document: all, the reads of calls and versions, or nothing. */
export type Offers = 'all' | 'some' | 'none'

/** What comes with the 404 of an address that it does not have. */
export type Absent = 'html' | 'json' | 'empty'

const SOME: readonly string[] = ['listCalls', 'readCall', 'listAgentVersions']

/** The names of the operations that such a service lacks. */
export const lacking = (offers: Offers): readonly Operation[] =>
  Object.values<Operation>(operations)
    .filter(({ source, name }) => source === 'extension' && (offers === 'none' || !SOME.includes(name)))
    .filter(() => offers !== 'all')

const ABSENT = {
  html: { status: 404, type: 'text/html', body: '<!doctype html><title>404</title><h1>Not found</h1>' },
  json: {
    status: 404,
    type: 'application/json',
    body: '{"message":"Cannot do this","error":"No such route"}',
  },
  empty: { status: 404, body: '' },
} satisfies Record<Absent, object>

export interface OfferingFront extends Front {
  /** How often each operation was asked of it so far. */
  readonly asked: Readonly<Record<string, number>>
}

/** The real service behind a front that lacks operations, as gateways do. */
export async function offerFrom(
  service: string,
  { offers, absent = 'html' }: { offers: Offers; absent?: Absent },
): Promise<OfferingFront> {
  const asked: Record<string, number> = {}
  const absentNames = lacking(offers).map(({ name }) => name)
  const front = await frontOf(service, ({ method, path }) => {
    const operation = Object.values<Operation>(operations).find(
      (each) => each.method === method && matchPath(each, path),
    )
    if (!operation) return undefined
    asked[operation.name] = (asked[operation.name] ?? 0) + 1
    return absentNames.includes(operation.name) ? ABSENT[absent] : undefined
  })
  return { ...front, asked }
}
