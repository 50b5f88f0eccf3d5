import {
  isAbsence,
  isOtherAnswer,
  isSilentCode,
  NoAnswer,
  type Outcome,
  outcomeOf,
  SecretMissing,
  ServiceRefusal,
  UnreadableReply,
} from '../client/api-error'
import type { FieldError } from '../contract/errors'
import { type Operation, operationNamed } from '../contract/operation'
import { redactSaid } from '../contract/redact'
import { NotDone } from '../jobs/not-done'
import type { JobChanged } from '../ledger/job-changed'
import { isPartMissing, isUpdated } from './new-build'

/** An error in words, for every screen alike. */
export interface DescribedError {
  /** What was attempted and what became of it. */
  readonly title: string
  /** What the service said, or why it said nothing. */
  readonly message: string
  /** Status, code and request id, for whoever looks into it; absent when there are none. */
  readonly detail?: string
  /** The one thing to do next. */
  readonly nextStep: string
  /** Complaints about single fields, by wire path; a form puts them on its fields. */
  readonly fields: readonly FieldError[]
  /** What is known of the write: only after `refused` may it simply be sent again. */
  readonly outcome: Outcome
}

/** An attempt in words; `done` only for what changes something. */
type Attempt = Pick<Operation, 'to' | 'done' | 'look' | 'lost'>

const attemptOf = (operation: string): Attempt => operationNamed(operation) ?? { to: `complete ${operation}` }

/** What is wrong, and what to do, where the console's own server gave no answer, or not the file that was asked for. */
const away = (orUpdated = ''): readonly [message: string, nextStep: string] =>
  isUpdated
    ? ['Switchboard was updated.', 'Reload the page to go on.']
    : [`Can't reach Switchboard${orUpdated}.`, 'Check that it is still running, then try again.']

const LOOK_FIRST = 'Check whether it went through before you try again.'

/** Turns any error of a query, a mutation or an upload into sentences, without the credentials that a service may repeat in them. */
export function describeError(error: unknown): DescribedError {
  const described = redactSaid(inWords(error), '[hidden]') as DescribedError
  const { message } = described
  // What was said may come without its full stop, and what to do follows it.
  return { ...described, message: /[\p{L}\p{N}"')\]]$/u.test(message) ? `${message}.` : message }
}

/** By its name: no first screen carries its words. */
const isJobChanged = (error: unknown): error is JobChanged =>
  error instanceof Error && error.name === ('JobChanged' satisfies JobChanged['name'])

function inWords(error: unknown): DescribedError {
  const outcome = outcomeOf(error)
  if (error instanceof ServiceRefusal) {
    const attempt = attemptOf(error.operation)
    return {
      title: titleOf(attempt, outcome),
      message: error.message,
      detail: detailOf(error),
      nextStep: attempt.done && outcome === 'unknown' ? LOOK_FIRST : stepAfter(error),
      fields: error.fields,
      outcome,
    }
  }
  if (error instanceof UnreadableReply) {
    const attempt = attemptOf(error.operation)
    return {
      title: attempt.done
        ? `${sentence(attempt.done)}, but the reply could not be read`
        : titleOf(attempt, outcome),
      message: `The service answered with success, but ${error.message}.`,
      detail: `Answer ${error.status}`,
      nextStep: attempt.done
        ? (attempt.lost ?? `Do not send it again. Check ${attempt.look ?? 'the list or the service'} first.`)
        : 'Check SERVICE_URL, then try again.',
      fields: [],
      outcome,
    }
  }
  if (error instanceof NotDone || isJobChanged(error)) {
    const { title, message, nextStep } = error
    return { title, message: sentence(message), nextStep, fields: [], outcome: 'refused' }
  }
  if (error instanceof NoAnswer) return describeNoAnswer(error)
  if (error instanceof SecretMissing)
    return {
      title: titleOf(attemptOf(error.operation), outcome),
      message: 'A secret is missing: the console stores none. Nothing was sent.',
      nextStep: 'Enter it again, or remove it.',
      fields: error.paths.map((path) => ({ path, message: 'This secret is not stored' })),
      outcome,
    }
  if (error instanceof RangeError) {
    return {
      title: 'This id cannot be used',
      message: `${error.message}.`,
      nextStep: 'An id has letters, digits and _ . ~ : @ - only.',
      fields: [],
      outcome,
    }
  }
  if (isPartMissing(error)) {
    const [message, nextStep] = away(', or it was updated')
    return {
      title: 'A part of this page could not be loaded',
      message: `${message} What was sent before stays sent.`,
      nextStep,
      fields: [],
      outcome: 'refused',
    }
  }
  return {
    title: 'Something went wrong in this page',
    message: error instanceof Error && error.message ? error.message : 'No reason given.',
    nextStep: 'Reload the page. Activity lists what was sent.',
    fields: [],
    outcome,
  }
}

function describeNoAnswer(error: NoAnswer): DescribedError {
  const attempt = attemptOf(error.operation)
  const outcome = outcomeOf(error)
  const inDoubt = attempt.done !== undefined && outcome === 'unknown'
  const [message, step] = {
    offline: ['This computer is offline.', 'Connect to the network, then try again.'],
    'timed out': ['Switchboard gave no answer in time.', 'Wait a little, then try again.'],
    'connection lost': away(),
    'broke off': ['The answer broke off.', 'Try again.'],
    aborted: ['It was cancelled before the answer came.', 'Start it again.'],
  }[error.cause] as [string, string]
  return {
    title: titleOf(attempt, outcome),
    message: inDoubt ? message : `${message}${error.sent ? '' : ' Nothing was sent.'}`,
    nextStep: inDoubt ? LOOK_FIRST : step,
    fields: [],
    outcome,
  }
}

function titleOf({ to, done }: Attempt, outcome: Outcome): string {
  return done && outcome === 'unknown' ? `We don't know if ${done}` : `Could not ${to}`
}

function detailOf({ status, code, requestId, fromProxy, serviceStatus }: ServiceRefusal): string {
  // As the message says where nothing behind a gateway gave a reason (D653).
  const isGateway = code === undefined && [502, 504].includes(status)
  // What the service answered counts, also where the console speaks in its place.
  const who = fromProxy && !serviceStatus ? 'the console' : isGateway ? 'a gateway' : 'the service'
  const parts = [`Answer of ${who}: ${serviceStatus || status}`, code, requestId && `request ${requestId}`]
  return parts.filter((part) => part).join(', ')
}

/** What came back of a request that failed, as stored: its status and code, or that nothing did. */
export const answerWords = ({ status, code }: { readonly status?: number; readonly code?: string }) =>
  isSilentCode(code) ? `None (${code})` : [status, code].filter(Boolean).join(', ')

/** What became of a recorded write: what never left the page, or met nobody who answers, was refused by nobody; what a person checked needs nobody any more. */
export const endOf = <State extends string>({
  state,
  error,
  checked,
}: {
  readonly state: State
  readonly error?: { readonly status?: number; readonly code?: string }
  readonly checked?: true | undefined
}) =>
  checked
    ? 'checked'
    : state === 'refused' && error && (!error.status || isSilentCode(error.code))
      ? 'unsent'
      : state

function stepAfter(refusal: ServiceRefusal): string {
  const { status, fromProxy, fields, nextStep, retryAfterMs } = refusal
  if (nextStep) return nextStep
  if (fromProxy && (status === 403 || status === 421))
    return 'Open the console at the address it printed at its start.'
  if (isOtherAnswer(refusal)) return 'Check SERVICE_URL.'
  const operation = operationNamed(refusal.operation)
  if (operation?.source === 'extension' && isAbsence(operation, refusal))
    return 'Do it in the service itself.'
  // For what is only read nobody entered anything.
  if (operation?.method === 'GET' && [400, 422, 500].includes(status))
    return 'Try again. If it fails again, ask whoever runs the service.'
  if (fields.length > 0) return 'Correct what is named, then send it again.'
  switch (status) {
    case 401:
    case 403:
      return 'Check what the credential may do.'
    case 404:
      return operation?.path.includes('{')
        ? 'Check the id. It may be deleted, or belong to another organization.'
        : 'Check SERVICE_URL, then try again.'
    case 409:
      return operation?.conflict ?? 'Check what is there already, then try again.'
    case 413:
      return 'Send less at once.'
    case 405:
    case 501:
      return 'This service does not offer it.'
    case 415:
      return 'Send a real .pdf or .md file.'
    case 507:
      return "Free space on the service's disk, then try again."
    case 429:
    case 503:
      return retryAfterMs === undefined
        ? 'Wait a little, then try again.'
        : `Wait ${spanOf(retryAfterMs)}, then try again.`
    default:
      return status >= 500 ? 'Try again later.' : 'Check what you entered, then send it again.'
  }
}

/** "3 seconds", "90 minutes", "1 hour". */
function spanOf(ms: number): string {
  const [each, unit] =
    ms < 120_000 ? [1_000, 'second'] : ms % 3_600_000 ? [60_000, 'minute'] : [3_600_000, 'hour']
  const count = Math.ceil(ms / each) || 1
  return `${count} ${unit}${count > 1 ? 's' : ''}`
}

export const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
