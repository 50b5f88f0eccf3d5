import { ifStored } from '../ledger/storage'

/** How the notes begin, also that of an earlier console, which had one for all services. */
const HINT = 'switchboard-open-'

const hintOf = (service: string) => `${HINT}work ${service}`

/** Notes that a service may have open work, so that a first screen without any need not load what reads it (D114). */
export function rememberOpen(service: string): void {
  ifStored(() => {
    // A text of its own each time, so that a reader from before this does not remove it.
    localStorage.setItem(hintOf(service), String(Math.random()))
    for (const listener of listeners) listener()
  })
}

const listeners = new Set<() => void>()

/** Hears of open work that is noted meanwhile, also by another tab. */
export function subscribeOpen(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

export const mayHaveOpen = (): boolean =>
  ifStored(() => Object.keys(localStorage).some((key) => key.startsWith(HINT))) ?? false

const readNote = (key: string): string | null => ifStored(() => localStorage.getItem(key)) ?? null

/** The notes of a service, as they are now. */
export const readNotes = (service: string) =>
  [hintOf(service), `${HINT}replacements`].map((key) => [key, readNote(key)] as const)

/** Removes notes, unless more was noted since they were read. */
export function forgetNotes(notes: ReturnType<typeof readNotes>): void {
  for (const [key, text] of notes) if (text !== null && readNote(key) === text) localStorage.removeItem(key)
}
