import type { StoredSession } from '../../contract/session'
import type { StoredEntry, TeamStore } from './store'

/** Keeps everything as long as the process. */
export function openMemoryStore() {
  const sessions = new Map<string, StoredSession>()
  const entries: StoredEntry[] = []
  return {
    entries,
    isAnswering: async (): Promise<boolean> => true,
    sessions: {
      start: async (digest, session) => void sessions.set(digest, session),
      find: async (digest) => sessions.get(digest),
      see: async (digest, seenAt) => {
        const session = sessions.get(digest)
        if (session) sessions.set(digest, { ...session, seenAt })
      },
      end: async (digest) => void sessions.delete(digest),
      sweep: async (before) => {
        for (const [digest, { startedAt }] of sessions) if (startedAt < before) sessions.delete(digest)
      },
    },
    audit: {
      begin: async (entry) => entries.push({ ...entry, id: entries.length + 1 }),
      end: async (id, how) => {
        const entry = entries[id - 1]
        if (entry) entries[id - 1] = { ...entry, ...how }
      },
      list: async ({ before = Number.POSITIVE_INFINITY, person, operation, limit }) =>
        entries
          .filter((each) => each.id < before)
          .filter((each) => person === undefined || each.person === person)
          .filter((each) => operation === undefined || each.operation === operation)
          .toReversed()
          .slice(0, limit),
      people: async () => [...new Set(entries.flatMap(({ person, role }) => (role ? [person] : [])))].sort(),
      sweep: async () => {},
    },
  } satisfies TeamStore & { entries: StoredEntry[] }
}
