import { readStored, writeStored } from './storage'

/** How a person wants a table: columns that are left out, by id, and whether rows are low. */
export interface TableView {
  readonly hidden: readonly string[]
  readonly dense: boolean
}

const keyOf = (table: string) => `switchboard.table.${table}`

/** As it was last chosen in this browser. */
export function readView(table: string): TableView {
  const [height = '', ...hidden] = (readStored(keyOf(table)) ?? '').split(' ')
  return { dense: height === 'low', hidden }
}

export const storeView = (table: string, { dense, hidden }: TableView): void =>
  writeStored(keyOf(table), [dense ? 'low' : 'usual', ...hidden].join(' '))
