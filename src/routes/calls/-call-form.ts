import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import * as z from 'zod/mini'
import { type DispatchRequest, dispatchCall } from '../../contract/calls'
import type { FieldError } from '../../contract/errors'
import { id, text } from '../../contract/formats'
import { schemaOf } from '../../contract/schema'
import type { DeclaredVariable } from '../../contract/variable-lint'
import type { Launch } from '../../queries/calls'
import { readJsonObject } from '../../ui/fields/json-text'
import {
  emptyVariables,
  givenVariables,
  namedOnce,
  placeVariable,
  type VariableValues,
  variablesFrom,
  variableValues,
} from '../-shared/variable-values'
import { metadataOf } from './-metadata-rows'

/** What the address says of a new call: one to repeat, or an agent and one of its versions. */
export interface CallStart {
  readonly again?: string
  readonly agent?: string
  readonly version?: string
}

/** What the form can say before the service does; the wire's own rules are those of the contract (D14). */
export const callForm = z.object({
  agentId: id('Agent id'),
  versionId: id('Version id'),
  outboundPhoneNumberId: id('Outbound phone number id'),
  toPhoneNumber: schemaOf(dispatchCall.sendsBody).shape.toPhoneNumber,
  leadId: text({ label: 'Lead id', max: 200 }),
  firstName: text({ label: 'First name', max: 200 }),
  ...variableValues,
  /** JSON as it is typed; empty: not sent. With `asRows` the rows stand in its place. */
  metadata: z.string(),
  metadataRows: z
    .array(z.object({ name: z.string(), value: z.string(), isJson: z.optional(z.boolean()) }))
    .check(namedOnce('Metadata name')),
  asRows: z.boolean(),
})

/**
 * What the fields of "Place call" hold. It is not the wire: the agent id goes into the address, variables are an object
 * there, and metadata is JSON as it is typed.
 */
export type CallFormValues = z.infer<typeof callForm>

export const emptyCall: CallFormValues = {
  agentId: '',
  versionId: '',
  outboundPhoneNumberId: '',
  toPhoneNumber: '',
  leadId: '',
  firstName: '',
  ...emptyVariables,
  metadata: '',
  metadataRows: [],
  asRows: false,
}

export const callResolver = standardSchemaResolver<CallFormValues, unknown, CallFormValues>(callForm)

/**
 * The request that the values stand for. Empty optional fields are not sent (D14): an empty variable leaves the default
 * of the version in place. Metadata that is no JSON object is left out; its field holds the form back.
 */
export function toRequest(values: CallFormValues, declared: readonly DeclaredVariable[]): DispatchRequest {
  const metadata = readJsonObject(values.metadata)
  const optional = (value: string) => (value.trim() === '' ? undefined : value.trim())
  return {
    versionId: values.versionId.trim(),
    outboundPhoneNumberId: optional(values.outboundPhoneNumberId),
    leadId: optional(values.leadId),
    firstName: optional(values.firstName),
    toPhoneNumber: values.toPhoneNumber,
    variables: givenVariables(values, declared),
    metadata: values.asRows ? metadataOf(values.metadataRows) : metadata.ok ? metadata.value : undefined,
  }
}

/** The values that stand for a request that was sent before, to be looked through and sent anew. */
export function fromRequest(
  agentId: string,
  request: DispatchRequest,
  declared: readonly DeclaredVariable[],
): CallFormValues {
  return {
    ...emptyCall,
    agentId,
    versionId: request.versionId,
    outboundPhoneNumberId: request.outboundPhoneNumberId ?? '',
    toPhoneNumber: request.toPhoneNumber,
    leadId: request.leadId ?? '',
    firstName: request.firstName ?? '',
    ...variablesFrom(request.variables, declared),
    metadata: request.metadata ? JSON.stringify(request.metadata, null, 2) : '',
  }
}

/** Puts the service's complaints about variables onto the inputs that hold them; the others have the form's paths already. */
export const placeErrors = (
  errors: readonly FieldError[],
  values: VariableValues,
  declared: readonly DeclaredVariable[],
): FieldError[] => errors.map((error) => ({ ...error, path: placeVariable(error.path, values, declared) }))

/** So long after a call to the same number, another one may be a mistake (D93). */
const RECENT_MS = 60 * 60 * 1000

/** The newest call to the same number that was, or may have been, placed in the last hour. `now`: milliseconds. */
export function recentCall(calls: readonly Launch[], toPhoneNumber: string, now: number): Launch | undefined {
  return calls.find(
    ({ state, request, startedAt }) =>
      state !== 'refused' &&
      request?.toPhoneNumber === toPhoneNumber &&
      now - Date.parse(startedAt) < RECENT_MS,
  )
}
