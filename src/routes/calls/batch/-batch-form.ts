import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import * as z from 'zod/mini'
import { id } from '../../../contract/formats'
import type { BatchPace } from '../../../queries/batches'
import { exactTime } from '../../../ui/time-words'

/** Endings of files of rows. */
export const ROWS_FILES = ['.csv', '.tsv', '.txt']

/** Whether a file may have rows. The picker offers no others, and a drop brings any; a name without an ending may be a CSV file. */
export const mayHaveRows = ({ name }: File) =>
  !/\.\w+$/.test(name) || ROWS_FILES.some((ending) => name.toLowerCase().endsWith(ending))

const MINUTE_MS = 60_000

const between = (min: number, max: number, message: string) =>
  z
    .nullable(z.number(message))
    .check(z.refine((value) => value !== null && value >= min && value <= max, message))

/** Seconds between two calls, and how many may wait for an answer: the person's to say, within reason. */
const timeOfDay = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^$/, 'Enter a time such as 09:00'))

/** A slip of the day or the hour would place all calls at once; `before`: what the batch had, which passes with time. */
const startAfter = (before = '') =>
  z.string().check(
    z.refine((text) => text === '' || Number.isFinite(Date.parse(text)), 'Enter a date and a time'),
    z.refine(
      (text) => text === before || !(Date.parse(text) <= Date.now() - MINUTE_MS),
      'This time is past. Enter a later one, or none',
    ),
  )

const pace = {
  everySeconds: between(0.05, 3_600, 'Enter seconds from 0.05 to 3,600'),
  atOnce: between(1, 20, 'Enter a whole number from 1 to 20').check(
    z.refine((value) => Number.isInteger(value), 'Enter a whole number from 1 to 20'),
  ),
  /** As the fields for a moment and for times of the day hold it, or empty. */
  startAt: startAfter(),
  from: timeOfDay,
  to: timeOfDay,
}
/** One end of the hours says nothing alone. */
const bothEnds = <Values extends { from: string; to: string }>(path: 'from' | 'to') =>
  z.refine<Values>((values) => values[path] !== '' || (values.from === '' && values.to === ''), {
    message: 'Enter both times, or none',
    path: [path],
  })

const paceForm = (startAt: string) =>
  z.object({ ...pace, startAt: startAfter(startAt) }).check(bothEnds('from'), bothEnds('to'))
export type PaceValues = z.infer<ReturnType<typeof paceForm>>
/** Of a batch that begins at `startAt`, as the field holds it. */
export const paceResolver = (startAt: string) =>
  standardSchemaResolver<PaceValues, unknown, PaceValues>(paceForm(startAt))

const minuteOf = (time: string) => {
  const [hour, minute] = time.split(':').map(Number)
  return time === '' ? undefined : (hour ?? 0) * 60 + (minute ?? 0)
}
/** How much of a day hours have that go over midnight, as "23 h" or "10 h 30 min"; `undefined` for others and half given ones. */
export function hoursOverMidnight(from: string, to: string): string | undefined {
  const [begin, end] = [minuteOf(from), minuteOf(to)]
  if (begin === undefined || end === undefined || begin <= end) return undefined
  const minutes = 1_440 - begin + end
  return [`${Math.floor(minutes / 60)} h`, minutes % 60 && `${minutes % 60} min`].filter(Boolean).join(' ')
}

const two = (part: number) => String(part).padStart(2, '0')
/** "09:00" for 540 minutes. */
export const timeOf = (minute: number | undefined) =>
  minute === undefined ? '' : `${two(Math.floor(minute / 60))}:${two(minute % 60)}`

/** As a batch stores it. */
export const toPace = ({ everySeconds, atOnce, startAt, from, to }: PaceValues): BatchPace => ({
  everyMs: Math.round((everySeconds ?? 2) * 1000),
  atOnce: atOnce ?? 1,
  startAt: startAt === '' ? undefined : new Date(startAt).toISOString(),
  fromMinute: minuteOf(from),
  toMinute: minuteOf(to),
})

/** The values that stand for it, in the time of this computer. */
export function fromPace({ everyMs, atOnce, startAt, fromMinute, toMinute }: BatchPace): PaceValues {
  const at = startAt === undefined ? undefined : new Date(startAt)
  const day = at && [at.getFullYear(), at.getMonth() + 1, at.getDate()].map(two).join('-')
  return {
    everySeconds: everyMs / 1000,
    atOnce,
    startAt: at ? `${day}T${two(at.getHours())}:${two(at.getMinutes())}` : '',
    from: timeOf(fromMinute),
    to: timeOf(toMinute),
  }
}

/** "One call every 2 s, up to 3 concurrent, 09:00 to 17:00". */
export const paceWords = ({ everyMs, atOnce, startAt, fromMinute, toMinute }: BatchPace): string =>
  [
    `One call every ${everyMs / 1000} s`,
    atOnce > 1 && `up to ${atOnce} concurrent`,
    startAt !== undefined && `not before ${exactTime(Date.parse(startAt))}`,
    fromMinute !== toMinute && `${timeOf(fromMinute)} to ${timeOf(toMinute)}`,
  ]
    .filter(Boolean)
    .join(', ')

const batchForm = z
  .object({
    fileId: z.string().check(z.minLength(1, 'Choose a CSV file')),
    agentId: id('Agent id'),
    versionId: id('Version id'),
    outboundPhoneNumberId: id('Outbound phone number id'),
    /** A code such as `GB`, or empty. */
    country: z.string(),
    ...pace,
  })
  .check(bothEnds('from'), bothEnds('to'))

/** What a batch is sent with. Of its rows the form has the id of their file, or nothing. */
export type BatchFormValues = z.infer<typeof batchForm>

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
  startAt: '',
  from: '',
  to: '',
}
