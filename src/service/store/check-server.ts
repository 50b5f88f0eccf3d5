import { Client } from 'pg'
import { StartRefused } from './lock'
import { refuseLater } from './migrate'

/** A server that says nothing for this long does not answer, in milliseconds. */
const PATIENCE = 3000

/** Whether the database of a server can be used by this version. Throws `StartRefused`, or the refusal of the server. */
export async function checkServer(connectionString: string): Promise<void> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: PATIENCE,
    query_timeout: PATIENCE,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ only_read: boolean; made: boolean; may_make: boolean | null }>(
      `select current_setting('transaction_read_only')::boolean as only_read, to_regclass('migrations') is not null as made,
        has_schema_privilege(current_schema(), 'create') as may_make`,
    )
    const [found] = rows
    if (found?.only_read)
      throw new StartRefused('The database at DATABASE_URL can only be read; name one that can be written.')
    if (!found?.made && !found?.may_make)
      throw new StartRefused(
        'The user of DATABASE_URL may not make tables there; grant it CREATE on the schema public, or make it the owner.',
      )
    if (!found.made) return
    const applied = await client.query<{ number: number }>('select number from migrations')
    refuseLater(applied.rows.map(({ number }) => number))
  } catch (error) {
    throw explainSilence(error)
  } finally {
    // Not waited for: a server that does not answer does not say goodbye either.
    client.end().catch(() => {})
  }
}

/** What `pg` says of its own has no code, only words. */
function explainSilence(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StartRefused || 'code' in error) return error
  if (/client password/.test(error.message))
    return new StartRefused('The database at DATABASE_URL wants a password; add it to the address.')
  return new StartRefused(
    /timeout/i.test(error.message)
      ? 'The database at DATABASE_URL does not answer; start it, or correct the address.'
      : 'What answers at DATABASE_URL is no PostgreSQL server that this program can use; correct the address, or its sslmode.',
  )
}
