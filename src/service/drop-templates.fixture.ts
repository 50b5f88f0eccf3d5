/** Makes an embedded database half as large: nobody makes a second database from its templates, and every test would copy them. */
export async function dropTemplates(ask: (sql: string) => Promise<unknown>): Promise<void> {
  for (const name of ['template0', 'template1']) {
    await ask(`alter database ${name} is_template false`)
    await ask(`drop database ${name}`)
  }
}
