import { ifStored } from '../ledger/storage'

/** What the names begin with under which a tab stores its trials. */
export const TRIALS = 'switchboard.try.'

/** Other shapes were stored by another console. */
export const FORMAT = 2

/** Forgets trials of another shape, which nothing reads and which may hold a secret. */
export const forgetOtherTrials = () =>
  ifStored(() => {
    for (const [name, text] of Object.entries<string>(sessionStorage))
      if (name.startsWith(TRIALS) && !text.startsWith(`{"format":${FORMAT},`)) sessionStorage.removeItem(name)
  })
