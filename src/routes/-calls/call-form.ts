import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import * as z from 'zod/mini'
import type { FieldError } from '../../contract/errors'
import { id, text } from '../../contract/formats'
import { type DispatchRequest, dispatchRequest } from '../../contract/requests/calls'
import type { DeclaredVariable } from '../../contract/variable-lint'

/**
 * What the fields of "Place call" hold. It is not the wire: the agent id goes into the address, variables are an object
 * there, and metadata is JSON as it is typed.
 */
export interface CallFormValues {
  agentId: string
  versionId: string
  outboundPhoneNumberId: string
  toPhoneNumber: string
  leadId: string
  firstName: string
  /** Values of the variables that the version declares, by `keyOf(name)`; none where nobody touched the field. */
  declared: Record<string, string | undefined>
  /** Variables that the version does not declare, or whose version is not known here. */
  extra: { name: string; value: string }[]
  /** JSON as it is typed; empty: not sent. */
  metadata: string
}

export const emptyCall: CallFormValues = {
  agentId: '',
  versionId: '',
  outboundPhoneNumberId: '',
  toPhoneNumber: '',
  leadId: '',
  firstName: '',
  declared: {},
  extra: [],
  metadata: '',
}

const creation = z.object({
  prompt: z.object({
    variables: z.array(
      z.object({ name: z.string(), required: z.boolean(), defaultValue: z._default(z.string(), '') }),
    ),
  }),
})

/** The variables of a version, from the creation request that this browser remembers; none where it does not. */
export function declaredIn(request: unknown): readonly DeclaredVariable[] {
  return creation.safeParse(request).data?.prompt.variables ?? []
}

/** The place of a declared variable among the values. Dots would lead the form library deeper, and digits make a list. */
export const keyOf = (name: string) => `$${name.replaceAll('.', '·')}`

/** What the form can say before the service does; the wire's own rules are those of the contract (D14). */
export const callForm = z.object({
  agentId: id('Agent id'),
  versionId: id('Version id'),
  outboundPhoneNumberId: id('Outbound phone number id'),
  toPhoneNumber: dispatchRequest.shape.toPhoneNumber,
  leadId: text({ label: 'Lead id', max: 200 }),
  firstName: text({ label: 'First name', max: 200 }),
  declared: z.record(z.string(), z.optional(z.string())),
  extra: z.array(z.object({ name: z.string(), value: z.string() })).check(
    z.superRefine((rows, context) => {
      for (const [index, { name, value }] of rows.entries()) {
        const complain = (message: string) =>
          context.addIssue({ code: 'custom', message, path: [index, 'name'] })
        if (name.trim() === '' && value !== '') complain('Variable name is needed, or empty the value')
        else if (name.trim() && rows.findIndex((row) => row.name.trim() === name.trim()) !== index)
          complain(`Variable name ${name.trim()} is used twice`)
      }
    }),
  ),
  metadata: z.string(),
})

export const callResolver = standardSchemaResolver<CallFormValues, unknown, CallFormValues>(callForm)

/**
 * The request that the values stand for. Empty optional fields are not sent (D14): an empty variable leaves the default
 * of the version in place. `metadata` is read already: its text belongs to the field.
 */
export function toRequest(
  values: CallFormValues,
  declared: readonly DeclaredVariable[],
  metadata: Record<string, unknown> | undefined,
): DispatchRequest {
  const given = [
    ...declared.map(({ name }) => [name, values.declared[keyOf(name)] ?? ''] as const),
    ...values.extra.map(({ name, value }) => [name.trim(), value] as const),
  ].filter(([name, value]) => name !== '' && value !== '')
  const optional = (value: string) => (value.trim() === '' ? undefined : value.trim())
  return {
    versionId: values.versionId.trim(),
    outboundPhoneNumberId: values.outboundPhoneNumberId.trim(),
    leadId: optional(values.leadId),
    firstName: optional(values.firstName),
    toPhoneNumber: values.toPhoneNumber,
    variables: given.length > 0 ? Object.fromEntries(given) : undefined,
    metadata,
  }
}

/** Where the ledger left out a secret (D66); such a value must be typed anew. */
const NOT_STORED = '[not stored]'

/** The values that stand for a request that was sent before, to be looked through and sent anew. */
export function fromRequest(
  agentId: string,
  request: DispatchRequest,
  declared: readonly DeclaredVariable[],
): CallFormValues {
  const entries = Object.entries(request.variables ?? {})
    .filter(([, value]) => value !== null && value !== NOT_STORED)
    .map(([name, value]) => [name, String(value)] as const)
  const isDeclared = (name: string) => declared.some((variable) => variable.name === name)
  return {
    agentId,
    versionId: request.versionId,
    outboundPhoneNumberId: request.outboundPhoneNumberId,
    toPhoneNumber: request.toPhoneNumber,
    leadId: request.leadId ?? '',
    firstName: request.firstName ?? '',
    declared: Object.fromEntries(
      entries.filter(([name]) => isDeclared(name)).map(([name, value]) => [keyOf(name), value]),
    ),
    extra: entries.filter(([name]) => !isDeclared(name)).map(([name, value]) => ({ name, value })),
    metadata: request.metadata ? JSON.stringify(request.metadata, null, 2) : '',
  }
}

/** Puts the service's complaints about variables onto the inputs that hold them; the others have the form's paths already. */
export function placeErrors(
  errors: readonly FieldError[],
  values: Pick<CallFormValues, 'extra'>,
  declared: readonly DeclaredVariable[],
): FieldError[] {
  return errors.map((error) => {
    const name = /^variables(?:\.(.+)|\[["']?(.+?)["']?\])$/.exec(error.path)
    const wanted = name?.[1] ?? name?.[2]
    if (wanted === undefined) return error
    if (declared.some((variable) => variable.name === wanted))
      return { ...error, path: `declared.${keyOf(wanted)}` }
    const row = values.extra.findIndex((each) => each.name.trim() === wanted)
    return row === -1 ? error : { ...error, path: `extra.${row}.value` }
  })
}
