import { LATE_MS } from './-wait'

/** Until when nothing more is said in the panel of a file whose wait a person has accepted; forgotten with the page. */
const accepted = new Map<string, number>()

/** Says nothing more of this wait for as long again. */
export const keepWaiting = (fileId: string, now: number): void => void accepted.set(fileId, now + LATE_MS)

/** Whether a person said to keep waiting, and not so long ago. */
export const waitsOn = (fileId: string, now: number): boolean => now < (accepted.get(fileId) ?? 0)
