import { isSilence, NoAnswer, ServiceRefusal } from '../client/api-error'
import { operationNamed } from '../contract/operation'
import type { Trouble } from '../jobs/procedure'
import { type DescribedError, describeError } from './describe-error'

/** An error in the words that a batch keeps of it: what was said, and on its own line what to do. */
export function troubleOf(error: unknown): Trouble {
  const { title, message, nextStep } = describeError(error)
  return { title, message: `${message}\n${nextStep}` }
}

/** The complaints about fields that the message does not say itself. */
const complaintsOf = ({ message, fields }: DescribedError) =>
  fields.filter((field) => !message.includes(field.message))

/** The same of a procedure, which looks itself at what may have been done, and sends what nobody typed. */
export function troubleOfStep(error: unknown): Trouble {
  const described = describeError(error)
  const { title, message, nextStep, outcome } = described
  const isAnswer = error instanceof ServiceRefusal
  const step = !isOfWrite(error)
    ? nextStep
    : outcome === 'unknown'
      ? 'Continue finds out, and does nothing twice.'
      : isAnswer && !error.fromProxy
        ? 'Fix that, then continue.'
        : nextStep
  const said = [message, ...complaintsOf(described).map((field) => field.message), step].join('\n')
  return { title, message: said, ...(isSilence(error) && { away: true }) }
}

const isOfWrite = (error: unknown) =>
  (error instanceof ServiceRefusal || error instanceof NoAnswer) &&
  operationNamed(error.operation)?.done !== undefined

/** An error of an upload in one line, with what it complains of: "Validation failed. fileName: No vowels. Correct what is named." Its Retry checks what is in doubt (D380). */
export function errorLine(error: unknown): string {
  const described = describeError(error)
  const { message, outcome } = described
  const nextStep =
    outcome === 'unknown' && isOfWrite(error)
      ? "We don't know if this went through. Retry checks first."
      : described.nextStep
  const complaints = complaintsOf(described).map(
    (field) => `${field.path}: ${field.message.replace(/\.$/, '')}.`,
  )
  return [message, ...complaints, nextStep].join(' ')
}
