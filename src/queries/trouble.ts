import type { Trouble } from '../jobs/procedure'
import { describeError } from './describe-error'

/** An error in the words that a procedure keeps of it: what was said, and on its own line what to do. */
export function troubleOf(error: unknown): Trouble {
  const { title, message, nextStep } = describeError(error)
  return { title, message: `${message}\n${nextStep}` }
}
