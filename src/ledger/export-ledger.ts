import { redact, redactSaid } from '../contract/redact'
import type { LedgerEntry } from './entry'
import type { Ledger } from './ledger'
import { maskPeople } from './mask-numbers'

interface ExportOptions {
  readonly service: string
  /** Leaves the country digit and the last two, and of e-mail addresses the first letter and the domain (safety rule 16, D840). */
  readonly maskContacts: boolean
  readonly now?: Date
}

const withoutSecrets = <Stored>(stored: Stored) => redact(stored) as Stored

/** Everything stored for a service, for a file in JSON. */
export async function exportLedger(
  ledger: Ledger,
  { service, maskContacts, now = new Date() }: ExportOptions,
) {
  const stored = {
    service,
    exportedAt: now.toISOString(),
    ...withoutSecrets({
      // An earlier console may have stored what is known as a secret by now.
      entries: (await ledger.entries(service)).map(({ reply, error, ...entry }) => ({
        ...entry,
        ...(redactSaid({ reply, error }) as Pick<LedgerEntry, 'reply' | 'error'>),
      })),
      agents: await ledger.agents(service),
      jobs: await ledger.jobs(service),
      evidence: await ledger.evidence(service),
      labNotes: await ledger.labNotes(service),
    }),
  }
  return maskContacts ? (maskPeople(stored) as typeof stored) : stored
}
