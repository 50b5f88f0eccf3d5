/** News that is short and needs no answer: a success, or something off the screen. What failed stays where it arose instead (ui.md). */
export type Toast = {
  id: number
  title: string
  message?: string
  tone: 'good' | 'info' | 'bad'
  /** One thing to do about it, such as Undo. */
  action?: { label: string; onSelect: () => void }
  /** Stands above a dialog, too, where what it answers was done to the page behind one. */
  above?: boolean
  /** How long it stands, in ms; longer when there is something to do. */
  lasts: number
}

const TOASTS_MAX = 4
let toasts: readonly Toast[] = []
let nextId = 1
const listeners = new Set<() => void>()

function set(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a toast; `good` unless said otherwise. Returns its id for `dismissToast`. The same title again replaces the older one. */
export function toast(news: Omit<Toast, 'id' | 'tone' | 'lasts'> & Partial<Toast>): number {
  const id = nextId++
  const added: Toast = { tone: 'good', lasts: news.action ? 12_000 : 6_000, ...news, id }
  set([...toasts.filter((older) => older.title !== news.title), added].slice(-TOASTS_MAX))
  return id
}

/** Takes a toast away. */
export function dismissToast(id: number): void {
  set(toasts.filter((shown) => shown.id !== id))
}

/** The toasts shown now, oldest first. The same array until something changes. */
export function currentToasts(): readonly Toast[] {
  return toasts
}

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
