import { offerBackups } from '../backup/control'
import type { StoreConfig } from '../config'
import { openSecrets, sharedKeyOf } from '../credentials'
import type { Log } from '../log'
import { lockDirectory } from '../store/lock'
import { openDatabase } from '../store/open-database'
import { teamStoreOn } from './team-store'

interface TeamStoreOptions extends StoreConfig {
  readonly programs: string
  readonly log?: Log
}

/** Opens the store for the team alone, where the service is a hosted one. Throws `StartRefused` as `openService` does. */
export async function openTeamStore({ dataDir, databaseUrl, programs, log }: TeamStoreOptions) {
  const lock = databaseUrl ? undefined : lockDirectory(dataDir)
  try {
    const store = await openDatabase({ dataDir, databaseUrl, programs, log })
    const secrets = await openSecrets(store.db, dataDir)
    const endBackups = lock && (await offerBackups(lock, dataDir, store.db.$client))
    return {
      ...teamStoreOn(store.db),
      sharedKey: sharedKeyOf(secrets),
      isAnswering: store.isAnswering,
      async close() {
        await endBackups?.()
        await store.close()
        lock?.release()
      },
    }
  } catch (error) {
    lock?.release()
    throw error
  }
}
