import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import * as z from 'zod/mini'
import type { FieldError } from '../../contract/errors'
import { id, phoneNumber, text } from '../../contract/formats'
import { schemaOf } from '../../contract/schema'
import { createSmsThread, type SmsThreadRequest } from '../../contract/threads'
import type { DeclaredVariable } from '../../contract/variable-lint'
import { type StartedThread, sentText } from '../../queries/threads'
import {
  emptyVariables,
  givenVariables,
  placeVariable,
  type VariableValues,
  variablesFrom,
  variableValues,
} from '../-shared/variable-values'

/** What the fields of a new SMS thread hold. Paths are those of the wire, but for the variables. */
export interface SmsFormValues extends VariableValues {
  agentVersionId: string
  toPhoneNumber: string
  fromPhoneNumber: string
  fromPhoneNumberId: string
  initialMessage: string
  leadId: string
}

export const emptySms: SmsFormValues = {
  agentVersionId: '',
  toPhoneNumber: '',
  fromPhoneNumber: '',
  fromPhoneNumberId: '',
  initialMessage: '',
  leadId: '',
  ...emptyVariables,
}

const { agentVersionId, toPhoneNumber, initialMessage } = schemaOf(createSmsThread.sendsBody).shape

/** What the form can say before the service does; the wire's own rules are those of the contract (D14). */
const smsForm = z.object({
  agentVersionId,
  toPhoneNumber,
  // A service may choose the number (D241); a person says which.
  fromPhoneNumber: phoneNumber('From phone number'),
  fromPhoneNumberId: id('From phone number id'),
  initialMessage,
  leadId: text({ label: 'Lead id', max: 200 }),
  ...variableValues,
})

export const smsResolver = standardSchemaResolver<SmsFormValues, unknown, SmsFormValues>(smsForm)

/** The request that the values stand for. Empty optional fields are not sent (D14). */
export function toSmsRequest(values: SmsFormValues, declared: readonly DeclaredVariable[]): SmsThreadRequest {
  return {
    agentVersionId: values.agentVersionId.trim(),
    toPhoneNumber: values.toPhoneNumber,
    fromPhoneNumber: values.fromPhoneNumber,
    fromPhoneNumberId: values.fromPhoneNumberId.trim(),
    initialMessage: values.initialMessage,
    leadId: values.leadId.trim() || undefined,
    variables: givenVariables(values, declared),
  }
}

/** The values that stand for a thread that was started before, to be looked through and sent anew. */
export function fromSmsThread(
  started: StartedThread,
  declaredOf: (versionId: string) => readonly DeclaredVariable[],
): SmsFormValues {
  const sent = (name: string) => sentText(started, name) ?? ''
  const versionId = sent('agentVersionId')
  return {
    agentVersionId: versionId,
    toPhoneNumber: sent('toPhoneNumber'),
    fromPhoneNumber: sent('fromPhoneNumber'),
    fromPhoneNumberId: sent('fromPhoneNumberId'),
    initialMessage: sent('initialMessage'),
    leadId: sent('leadId'),
    ...variablesFrom(started.request.variables, declaredOf(versionId)),
  }
}

/** Puts the service's complaints about variables onto the inputs that hold them. */
export const placeSmsErrors = (
  errors: readonly FieldError[],
  values: SmsFormValues,
  declared: readonly DeclaredVariable[],
): FieldError[] => errors.map((error) => ({ ...error, path: placeVariable(error.path, values, declared) }))
