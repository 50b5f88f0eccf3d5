/** What is sent anew after 429 is given up when the service was too busy for it this often. */
export const BUSY_MAX = 5

const HOLD_MS = 2_000
const HOLD_MS_MAX = 60_000

/** Milliseconds to wait after 429: as the service asks, else longer each time. `times`: how often in a row, from 1. */
export const holdAfter = (times: number, askedMs: number | undefined): number =>
  askedMs ?? Math.min(HOLD_MS * 2 ** (times - 1), HOLD_MS_MAX)
