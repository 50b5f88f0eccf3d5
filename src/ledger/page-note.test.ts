import { describe, expect, it } from 'vitest'
import { openPageNote } from './page-note'

/** The `localStorage` of a browser and its locks, of which each page has its own view; a page that is closed lets go of its locks. */
function browser() {
  const kept = new Map<string, string>()
  const storage = {
    get length() {
      return kept.size
    },
    key: (at: number) => [...kept.keys()][at] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage
  const held = new Map<string, Promise<void>>()
  const openPage = () => {
    let close = () => {}
    const closed = new Promise<void>((resolve) => {
      close = resolve
    })
    const locks = {
      async request(name: string, ...rest: unknown[]) {
        const work = rest.pop() as () => unknown
        const signal = (rest[0] as LockOptions | undefined)?.signal
        const gaveUp = new Promise<never>((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason))
        })
        await Promise.race([held.get(name), gaveUp])
        const working = Promise.resolve(work())
        held.set(name, Promise.race([closed, working.then(() => undefined)]))
        return working
      },
    } as unknown as LockManager
    return { close, note: openPageNote('test', { storage: () => storage, locks, patienceMs: 50 }) }
  }
  return { openPage, kept, storage }
}

async function takenBy(note: Awaited<ReturnType<typeof openPageNote>>, takes = true) {
  const taken: string[] = []
  await note.takeOver((text) => {
    taken.push(text)
    return takes
  })
  return taken
}

describe('the note of a page', () => {
  it('is handed to the next page once its own is gone, and only once', async () => {
    const { openPage } = browser()
    const first = openPage()
    ;(await first.note).write('half done')
    const second = await openPage().note
    expect(await takenBy(second)).toEqual([])
    first.close()
    expect(await takenBy(second)).toEqual(['half done'])
    expect(await takenBy(await openPage().note)).toEqual([])
  })

  it('waits for a page that is just being left', async () => {
    const { openPage } = browser()
    const first = openPage()
    ;(await first.note).write('half done')
    const second = await openPage().note
    const taking = takenBy(second)
    first.close()
    expect(await taking).toEqual(['half done'])
  })

  it('is left to a page that is open where there are no locks, and taken from one that is gone', async () => {
    const { storage } = browser()
    const openPage = () => openPageNote('insecure', { storage: () => storage, locks: null, patienceMs: 50 })
    const first = await openPage()
    first.write('being sent')
    storage.setItem('switchboard-insecure-gone', 'half done')
    expect(await takenBy(await openPage())).toEqual(['half done'])
    expect(await takenBy(await openPage())).toEqual([])
  })

  it('stays where it is not taken', async () => {
    const { openPage } = browser()
    const first = openPage()
    ;(await first.note).write('of another service')
    first.close()
    expect(await takenBy(await openPage().note, false)).toEqual(['of another service'])
    expect(await takenBy(await openPage().note)).toEqual(['of another service'])
  })

  it('can be taken away again, and leaves the notes of others alone', async () => {
    const { openPage, kept } = browser()
    kept.set('theme', 'dark')
    const note = await openPage().note
    note.write('a')
    note.write(undefined)
    expect([...kept.keys()]).toEqual(['theme'])
    expect(await takenBy(await openPage().note)).toEqual([])
  })

  it('does nothing where the browser keeps nothing', async () => {
    const storage = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    const note = await openPageNote('test', { storage, locks: null })
    note.write('a')
    expect(await takenBy(note)).toEqual([])
  })
})
