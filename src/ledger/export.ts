import type { LabNote, LedgerEntry, StoredAgent, StoredJob, TestEvidence } from './entry'
import type { Ledger } from './ledger'

/** The ledger as a file, in JSON. */
export interface LedgerExport {
  readonly service: string
  /** ISO time. */
  readonly exportedAt: string
  readonly entries: readonly LedgerEntry[]
  readonly agents: readonly StoredAgent[]
  readonly jobs: readonly StoredJob[]
  readonly evidence: readonly TestEvidence[]
  readonly labNotes: readonly LabNote[]
}

/** Everything stored for a service. `maskPhoneNumbers` leaves the country digit and the last two (safety rule 16). */
export async function exportLedger(
  ledger: Ledger,
  { service, maskPhoneNumbers, now = new Date() }: { service: string; maskPhoneNumbers: boolean; now?: Date },
): Promise<LedgerExport> {
  const stored: LedgerExport = {
    service,
    exportedAt: now.toISOString(),
    entries: await ledger.entries(service),
    agents: await ledger.agents(service),
    jobs: await ledger.jobs(service),
    evidence: await ledger.evidence(service),
    labNotes: await ledger.labNotes(service),
  }
  return maskPhoneNumbers ? (maskNumbers(stored) as LedgerExport) : stored
}

/** A copy in which every phone number is masked but for its country digit and the last two. */
export function maskNumbers(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.replace(
      /\+\d{7,15}\b/g,
      (number) => number.slice(0, 2) + '*'.repeat(number.length - 4) + number.slice(-2),
    )
  }
  if (Array.isArray(value)) return value.map(maskNumbers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, maskNumbers(each)]))
}
