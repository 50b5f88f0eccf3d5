import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import * as z from 'zod/mini'
import { id } from '../../../contract/formats'

/** What a batch is sent with. Of its rows the form has the id of their file, or nothing. */
export interface BatchFormValues {
  fileId: string
  agentId: string
  versionId: string
  outboundPhoneNumberId: string
  /** A code such as `GB`, or empty. */
  country: string
  everySeconds: number | null
  atOnce: number | null
}

const between = (min: number, max: number, message: string) =>
  z
    .nullable(z.number(message))
    .check(z.refine((value) => value !== null && value >= min && value <= max, message))

/** Seconds between two calls, and how many may wait for an answer: the person's to say, within reason. */
const pace = {
  everySeconds: between(0.05, 3_600, 'Enter seconds from 0.05 to 3,600'),
  atOnce: between(1, 20, 'Enter a whole number from 1 to 20').check(
    z.refine((value) => Number.isInteger(value), 'Enter a whole number from 1 to 20'),
  ),
}
export type PaceValues = Pick<BatchFormValues, 'everySeconds' | 'atOnce'>
export const paceResolver = standardSchemaResolver<PaceValues, unknown, PaceValues>(z.object(pace))
/** As a batch stores it. */
export const toPace = ({ everySeconds, atOnce }: PaceValues) => ({
  everyMs: Math.round((everySeconds ?? 2) * 1000),
  atOnce: atOnce ?? 1,
})

const batchForm = z.object({
  fileId: z.string(),
  agentId: id('Agent id'),
  versionId: id('Version id'),
  outboundPhoneNumberId: id('Outbound phone number id'),
  country: z.string(),
  ...pace,
})

export const batchResolver = standardSchemaResolver<BatchFormValues, unknown, BatchFormValues>(batchForm)

/** One call every two seconds, one at a time: slow enough to stop in time. */
export const emptyBatch: BatchFormValues = {
  fileId: '',
  agentId: '',
  versionId: '',
  outboundPhoneNumberId: '',
  country: '',
  everySeconds: 2,
  atOnce: 1,
}
