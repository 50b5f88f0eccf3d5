import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { chooseTheme, themeKey } from './theme'

const script = readFileSync(new URL('./theme-script.js', import.meta.url), 'utf8')

/** A browser as far as the theme needs one. */
function browser(stored: Record<string, string> = {}) {
  const items = new Map(Object.entries(stored))
  return {
    document: { documentElement: { dataset: {} as Record<string, string> } },
    localStorage: {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    },
  }
}

function enter(world: ReturnType<typeof browser>) {
  vi.stubGlobal('document', world.document)
  vi.stubGlobal('localStorage', world.localStorage)
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('theme', () => {
  it('is the system one until another is chosen, and again after', () => {
    const world = browser()
    enter(world)
    chooseTheme('dark')
    expect(world.localStorage.getItem(themeKey)).toBe('dark')
    expect(world.document.documentElement.dataset.theme).toBe('dark')
    chooseTheme('system')
    expect(world.document.documentElement.dataset).toEqual({})
    expect(world.localStorage.getItem(themeKey)).toBeNull()
  })

  it('shows the choice even where storage is refused', () => {
    const world = browser()
    const refuse = () => {
      throw new Error('storage is refused')
    }
    world.localStorage = { getItem: refuse, setItem: refuse, removeItem: refuse }
    enter(world)
    chooseTheme('light')
    expect(world.document.documentElement.dataset.theme).toBe('light')
  })

  it('is applied before the first paint by the script of the page', () => {
    const world = browser()
    enter(world)
    chooseTheme('dark')
    const reloaded = { ...browser(), localStorage: world.localStorage }
    runInNewContext(script, reloaded)
    expect(reloaded.document.documentElement.dataset.theme).toBe('dark')
  })

  it('leaves the page alone for an unknown stored word or refused storage', () => {
    const odd = browser({ [themeKey]: 'solarized' })
    runInNewContext(script, odd)
    expect(odd.document.documentElement.dataset).toEqual({})
    const bare = { document: odd.document }
    runInNewContext(script, bare)
    expect(bare.document.documentElement.dataset).toEqual({})
  })
})
