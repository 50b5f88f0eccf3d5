import type { StoredSession, TeamStore } from './store'

/** Keeps everything as long as the process. */
export function openMemoryStore(): TeamStore {
  const sessions = new Map<string, StoredSession>()
  return {
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
  }
}
