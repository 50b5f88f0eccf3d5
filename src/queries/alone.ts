import { NotDone } from '../jobs/not-done'

/** Another page of this browser works on it. */
const runningElsewhere = () =>
  new NotDone(
    'Another page is working on this',
    'It goes on in another page of this browser, and two must not send the same thing.',
    'Go on there, or close that page and try again.',
  )

/** Holds a lock of the browser meanwhile, so that two pages never work on the same thing. Rejects with `NotDone` where another does. */
export async function alone(name: string, work: () => Promise<void>): Promise<void> {
  const locks = globalThis.navigator?.locks
  if (!locks) return work()
  await locks.request(`switchboard-${name}`, { ifAvailable: true }, (lock) => {
    if (!lock) throw runningElsewhere()
    return work()
  })
}

/** Sixteen letters that no other procedure of this browser has. */
export const newJobId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('')
