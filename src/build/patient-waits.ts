import { vi } from 'vitest'

const { waitFor } = vi

/** Milliseconds. A module that a test's code loads late takes more than the usual second on a machine that does much else. */
const PATIENCE = 60_000

// `expect.poll` has this as a setting, in vite.config.ts.
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: PATIENCE, ...options })
