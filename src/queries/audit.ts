import { infiniteQueryOptions } from '@tanstack/react-query'
import { basePath } from '../client/base-path'
import { call } from '../client/call'
import {
  AUDIT_CSV_PATH,
  AUDIT_LINES_PATH,
  type AuditEntry,
  type AuditPage,
  type AuditQuery,
  readAudit,
} from '../contract/audit'
import { operationNamed } from '../contract/operation'
import { sentence } from './describe-error'
import { keys } from './keys'

/** What the log is narrowed to; the server does it, since there may be hundreds of thousands. */
export type AuditFilter = Omit<AuditQuery, 'before' | 'limit'>

export interface AuditRow extends AuditEntry {
  /** The operation in words, such as "Deploy the version"; one that this console does not have by its name. */
  readonly what: string
}

/** What is no operation of the service, or none that the page sends by itself. */
const WORDS: Readonly<Record<string, string>> = {
  signIn: 'Sign in',
  signOut: 'Sign out',
  uploadContent: 'Upload the content of a file',
}

export const auditWords = (operation: string): string =>
  WORDS[operation] ?? sentence(operationNamed(operation)?.to ?? operation)

const textOf = (filter: AuditFilter) =>
  new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== undefined)).toString()

export const auditQueries = {
  /** What everybody did, the newest first, page by page. Not read again while it is looked at: pages would move under the eyes. */
  pages: (filter: AuditFilter) =>
    infiniteQueryOptions({
      queryKey: [...keys.connection, 'audit', filter],
      queryFn: async ({ pageParam, signal }) => {
        const [page] = await Promise.all([
          call(readAudit, { query: { ...filter, before: pageParam }, signal }),
          // Each has its words.
          import('../contract/operations'),
        ])
        return page
      },
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }: AuditPage) => (next === undefined ? undefined : String(next)),
      select: ({ pages }) => ({
        people: pages[0]?.people ?? [],
        rows: pages.flatMap(({ entries }) =>
          entries.map((entry): AuditRow => ({ ...entry, what: auditWords(entry.operation) })),
        ),
      }),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      refetchInterval: false,
    }),
}

/** Addresses under which the same is downloaded whole. */
export const auditDownloads = (filter: AuditFilter) => {
  const text = textOf(filter)
  const search = text && `?${text}`
  return {
    csv: `${basePath}${AUDIT_CSV_PATH}${search}`,
    lines: `${basePath}${AUDIT_LINES_PATH}${search}`,
  }
}
