import { checkedOperations } from '../contract/checked-operations'
import { isForPages, matchPath, type Operation } from '../contract/operation'
import { checkOrigin, isAllowedPage } from './credentials'
import { WIDGET_PATH } from './widget'

// What pages of other origins may do (D332): the operations of web chat, from allowed origins, and nothing else. No cookie counts here,
// so credentials of the browser are never allowed.

type FindDomains = () => Promise<readonly string[]>

/** Seconds for which a browser need not ask again. */
const PREFLIGHT_AGE = 600

/** By path: the methods that pages may use. */
export function methodsForPages(operations: readonly Operation[]): ReadonlyMap<string, readonly string[]> {
  const methods = new Map<string, string[]>()
  for (const { path, method, ...rest } of operations)
    if (isForPages({ path, method, ...rest })) methods.set(path, [...(methods.get(path) ?? []), method])
  return methods
}

/** Whether a page of another origin may ask this at all; who may is checked then. */
export function isOfPages({ url, method }: Request): boolean {
  const { pathname } = new URL(url)
  return (
    pathname === WIDGET_PATH ||
    Object.values<Operation>(checkedOperations).some(
      (operation) =>
        isForPages(operation) &&
        (method === operation.method || method === 'OPTIONS') &&
        matchPath(operation, pathname),
    )
  )
}

/** Answers the question of a browser whether a page may send a request. Throws 403 without a CORS header. */
export async function answerPreflight(
  request: Request,
  methods: readonly string[],
  findDomains: FindDomains,
): Promise<Response> {
  const given = request.headers.get('origin')
  checkOrigin(given, await findDomains())
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': given ?? '',
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': 'authorization, content-type, last-event-id',
      'access-control-max-age': String(PREFLIGHT_AGE),
      'cache-control': 'no-store',
    },
  })
}

/** Lets a page of an allowed origin read an answer, also a refusal. Every answer says that it depends on the origin. */
export async function openToPages(
  response: Response,
  request: Request,
  findDomains: FindDomains,
): Promise<Response> {
  response.headers.set('vary', 'Origin')
  const origin = request.headers.get('origin')
  if (origin === null) return response
  // Without the store nobody is known to be allowed.
  const domains = await findDomains().catch(() => [])
  if (!isAllowedPage(origin, domains)) return response
  response.headers.set('access-control-allow-origin', origin)
  response.headers.set('access-control-expose-headers', 'Retry-After')
  return response
}
