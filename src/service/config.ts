import * as z from 'zod/mini'
import { StartRefused } from './store/lock'

/** Set, and not only to spaces. A variable that is there and empty counts as not set. */
const optionalSecret = (name: string) =>
  z.optional(
    z.string().check(z.regex(/^[\x21-\x7e]{8,500}$/, `${name} must have 8 to 500 characters and no spaces`)),
  )

const environment = z.object({
  DATA_DIR: z._default(z.string(), '.data'),
  DATABASE_URL: z.optional(
    z
      .string()
      .check(
        z.refine(
          (value) => /^postgres(ql)?:\/\//.test(value) && URL.canParse(value),
          'DATABASE_URL must be an address such as postgres://user:password@127.0.0.1:5432/name',
        ),
      ),
  ),
  SERVICE_PORT: z.pipe(
    z._default(
      z
        .string()
        .check(
          z.refine(
            (value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535,
            'SERVICE_PORT must be a port number from 0 to 65535',
          ),
        ),
      '4610',
    ),
    z.transform(Number),
  ),
  SERVICE_API_KEY: optionalSecret('SERVICE_API_KEY'),
  SERVICE_ACCESS_TOKEN: optionalSecret('SERVICE_ACCESS_TOKEN'),
})

export interface ServiceConfig {
  readonly dataDir: string
  readonly databaseUrl?: string
  readonly port: number
  readonly apiKey?: string
  readonly accessToken?: string
}

/** Reads the configuration of the stand-alone service. Throws `StartRefused` with one sentence that names the wrong variable. */
export function readServiceConfig(variables: Readonly<Record<string, string | undefined>>): ServiceConfig {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()))
  const read = environment.safeParse(set)
  if (!read.success)
    throw new StartRefused(`${read.error.issues[0]?.message ?? 'The configuration is wrong'}.`)
  const { data } = read
  return {
    dataDir: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL,
    port: data.SERVICE_PORT,
    apiKey: data.SERVICE_API_KEY,
    accessToken: data.SERVICE_ACCESS_TOKEN,
  }
}
