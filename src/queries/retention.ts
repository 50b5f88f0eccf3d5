import { mutationOptions } from '@tanstack/react-query'
import { forgetOld } from './forget-old'
import { KEEP_DAYS_KEY } from './keys'
import { connectedLedger } from './ledger'

/** Stores for how many days, and forgets at once what is older. `onStep`: told how many are forgotten, of at most how many. */
export const keepFor = (onStep: (forgotten: number, most: number) => void) =>
  mutationOptions({
    mutationFn: async (days: number, { client }) => {
      if (days === 0) {
        localStorage.removeItem(KEEP_DAYS_KEY)
        return 0
      }
      const { ledger, service } = await connectedLedger(client)
      const forgotten = await forgetOld(client, ledger, service, onStep, days)
      // Not before: who gives up after a failure has chosen nothing.
      localStorage.setItem(KEEP_DAYS_KEY, String(days))
      return forgotten
    },
  })
