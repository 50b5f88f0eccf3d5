import type { Pool } from 'pg'

/** A collection of this name is never done being added: its statement runs until somebody ends it. */
export const ENDLESS = 'endless'

/** Has the store work for ever when a collection is added that is called so, as a statement does that nobody bounded. */
export async function placeEndlessWork(store: Pick<Pool, 'query'>): Promise<void> {
  await store.query(
    `create function never_ends() returns trigger language plpgsql as 'begin loop end loop; end'`,
  )
  await store.query(
    `create trigger endless before insert on collections for each row when (new.name = '${ENDLESS}') execute function never_ends()`,
  )
}
