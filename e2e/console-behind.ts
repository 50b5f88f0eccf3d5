import { type Front, frontOf } from './front'
import { CREDENTIALS, type Stack } from './stack'

type How = Parameters<typeof frontOf> extends [unknown, ...infer Rest] ? Rest : never

/** A console of its own whose service is behind a front (`frontOf`). */
export async function consoleBehind(stack: Stack, ...how: How): Promise<Front> {
  const service = await stack.sharedService()
  const front = await frontOf(service.origin, ...how)
  const { origin } = await stack.startConsole({ SERVICE_URL: front.origin, ...CREDENTIALS })
  return { origin, close: front.close }
}
