import { type CheckedOperation, checkedOperations } from '../contract/checked-operations'
import { isPathId, matchSegments, type PathMatch, type PathParams, pathOf } from '../contract/operation'

export type Found =
  | {
      readonly kind: 'operation'
      readonly operation: CheckedOperation
      readonly path: string
      readonly params: PathMatch['params']
    }
  | { readonly kind: 'refused'; readonly status: 400; readonly message: string }
  | { readonly kind: 'method'; readonly allowed: readonly string[] }
  | { readonly kind: 'unknown' }

const refused = (message: string): Found => ({ kind: 'refused', status: 400, message })

/** The operations with their paths split once, by the number of segments, since every request is compared with them. */
const tables = new Map<number, { operation: CheckedOperation; wanted: readonly string[] }[]>()
for (const operation of Object.values(checkedOperations)) {
  const wanted = operation.path.split('/')
  tables.set(wanted.length, [...(tables.get(wanted.length) ?? []), { operation, wanted }])
}

const queryNames = ({ query }: CheckedOperation): readonly string[] => Object.keys(query?.shape ?? {})

/**
 * Finds the operation for a request whose target the guard has passed. The forwarded path is built anew from the operation and
 * the checked ids, its query from the named parameters: nothing of the request's own target goes on (safety rule 4).
 */
export function findOperation(method: string, target: string): Found {
  const end = target.indexOf('?')
  const path = end < 0 ? target : target.slice(0, end)
  const given = path.split('/')
  const matched: { operation: CheckedOperation; params: PathMatch['params'] }[] = []
  for (const { operation, wanted } of tables.get(given.length) ?? []) {
    const match = matchSegments(wanted, given)
    if (match) matched.push({ operation, params: match.params })
  }
  if (matched.length === 0) return { kind: 'unknown' }
  const wanted = matched.find(({ operation }) => operation.method === method)
  if (!wanted) return { kind: 'method', allowed: matched.map(({ operation }) => operation.method) }

  const { operation, params } = wanted
  const badId = Object.entries(params).find(([, value]) => !isPathId(value))
  if (badId) return refused(`${badId[0]} has characters that an id in an address cannot have`)

  const rebuilt = pathOf(operation, params as PathParams<CheckedOperation>)
  if (end < 0) return { kind: 'operation', operation, params, path: rebuilt }
  const query = new URLSearchParams(target.slice(end + 1))
  const names = queryNames(operation)
  for (const name of new Set(query.keys())) {
    if (!names.includes(name))
      return refused('The address has a query parameter that this operation does not take')
    if (query.getAll(name).length > 1) return refused(`${name} may be given only once`)
  }
  return { kind: 'operation', operation, params, path: query.size > 0 ? `${rebuilt}?${query}` : rebuilt }
}
