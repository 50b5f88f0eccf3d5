import type { PoolClient } from 'pg'

/** Rows that are under way at a time. */
const BATCH = 500

/** What belongs to one database and not to the store in it: its migrations, and the bytes, which are copied by themselves. */
const NOT_COPIED = ['migrations', 'blobs', 'blob_chunks']

interface Table {
  readonly name: string
  /** Those that can be written, with their types. */
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  /** The column whose values the database makes, if one is. */
  readonly identity: string | null
}

const quote = (name: string) => `"${name}"`

/** The tables of a store that outlive a crash, each after those that it refers to. */
export async function listTables(client: PoolClient): Promise<Table[]> {
  const { rows } = await client.query<Table & { after: string[] }>(
    `select c.relname as name,
      (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum)
        from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (select attname from pg_attribute where attrelid = c.oid and attnum > 0 and attidentity <> '') as identity,
      (select coalesce(json_agg(confrelid::regclass::text), '[]') from pg_constraint
        where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as after
    from pg_class c
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' and not relname = any($1)
    order by 1`,
    [NOT_COPIED],
  )
  const ordered: Table[] = []
  const waiting = new Map(rows.map((row) => [row.name, row]))
  while (waiting.size > 0) {
    const next = [...waiting.values()].find(({ after }) => !after.some((name) => waiting.has(name)))
    if (!next) throw new Error('Tables refer to each other in a circle')
    waiting.delete(next.name)
    ordered.push(next)
  }
  return ordered
}

/**
 * Copies all rows of a table, as texts, which are exact for every type. Ids stay as they are, and new ones go on where they stood. Both clients are in a
 * transaction. Gives how many rows there were.
 */
export async function copyTable(
  from: PoolClient,
  to: PoolClient,
  { name, columns, identity }: Table,
): Promise<number> {
  const names = columns.map((column) => quote(column.name))
  await from.query(
    `declare moved no scroll cursor for select ${names.map((column) => `${column}::text`).join(', ')} from ${quote(name)}`,
  )
  const insert = `insert into ${quote(name)} (${names.join(', ')}) overriding system value
    select ${columns.map(({ type }, index) => `c${index}::${type}`).join(', ')}
    from unnest(${columns.map((_, index) => `$${index + 1}::text[]`).join(', ')}) as given(${columns.map((_, index) => `c${index}`).join(', ')})`
  let moved = 0
  for (;;) {
    const { rows } = await from.query<(string | null)[]>({
      text: `fetch ${BATCH} from moved`,
      rowMode: 'array',
    })
    if (rows.length === 0) break
    await to.query(
      insert,
      columns.map((_, index) => rows.map((row) => row[index])),
    )
    moved += rows.length
  }
  await from.query('close moved')
  if (identity) await copySequence(from, to, name, identity)
  return moved
}

async function copySequence(from: PoolClient, to: PoolClient, table: string, column: string): Promise<void> {
  const sequenceOf = async (client: PoolClient) => {
    const { rows } = await client.query<{ name: string }>('select pg_get_serial_sequence($1, $2) as name', [
      quote(table),
      column,
    ])
    return rows[0]?.name ?? ''
  }
  const { rows } = await from.query<{ last: string; called: boolean }>(
    `select last_value as last, is_called as called from ${await sequenceOf(from)}`,
  )
  await to.query('select setval($1, $2, $3)', [await sequenceOf(to), rows[0]?.last, rows[0]?.called])
}
