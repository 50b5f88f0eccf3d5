import { operation, type RequestBody } from './operation'
import { field, type RecordOf, recordReader } from './record'
import { Fields, isWire, readerOf, textOf } from './reply'

/**
 * Why a passage was found. `words`: it has all the words; `prefix`: with the last one as a beginning; `similar`: words
 * that are spelled alike; `some`: not all of the words.
 */
export type SearchMatch = 'words' | 'prefix' | 'similar' | 'some'

/** A part of a text, in UTF-16 code units, the end not included. */
export interface Mark {
  readonly start: number
  readonly end: number
}

export interface SearchReply {
  readonly passages: readonly FoundPassage[]
  /** Milliseconds that the service took, where it says. */
  readonly tookMs?: number
}

const readMark = (value: unknown): Mark | undefined =>
  isWire(value) && Number.isInteger(value.start) && Number.isInteger(value.end)
    ? { start: value.start as number, end: value.end as number }
    : undefined

const MATCHES: readonly string[] = ['words', 'prefix', 'similar', 'some'] satisfies SearchMatch[]
const readMatch = (value: unknown) => (MATCHES.includes(value as string) ? (value as SearchMatch) : undefined)

/** Leaves out marks that are outside of the text or over another. */
function inText(marks: readonly Mark[], text: string): Mark[] {
  const inside: Mark[] = []
  for (const mark of [...marks].sort((one, other) => one.start - other.start))
    if (mark.start >= (inside.at(-1)?.end ?? 0) && mark.end > mark.start && mark.end <= text.length)
      inside.push(mark)
  return inside
}

const readGiven = recordReader(
  {
    fileId: field.id('fileId', 'file_id'),
    fileName: field.name('fileName', 'file_name'),
    text: field.text('text', 'content'),
    /** The words that were found, in their order, none over another. */
    marks: field.list(readMark, 'marks'),
    /** From 1. */
    page: field.number('page'),
    /** Headings above it, outermost first. */
    heading: field.list(textOf, 'heading'),
    match: field.object(readMatch, 'match'),
  },
  'fileId',
  'text',
)

function readPassage(value: unknown) {
  const given = readGiven(value)
  return given && { ...given, marks: inText(given.marks ?? [], given.text), heading: given.heading ?? [] }
}

/** A passage as an agent would be given it. */
export type FoundPassage = RecordOf<typeof readPassage>

/** Characters of a query. */
export const QUERY_MAX = 300

/** Ours alone: the document has no search. A service that answers 404 or 405 here has none (D100). */
export const searchPassages = operation({
  name: 'searchPassages',
  method: 'POST',
  path: '/api/v1/knowledge-base/search',
  source: 'extension',
  summary: 'Finds the passages of INGESTED files that fit a query best, as an agent would be given them.',
  to: 'search the passages',
  reads: true,
  // Nobody waits long for a search.
  timeoutMs: 15_000,
  /** In some files, in the files of a collection, or in all; the bounds keep it quick (D101). */
  sendsBody: ({ z, id, text }) =>
    z
      .strictObject({
        query: text({ label: 'Query', min: 1, max: QUERY_MAX }),
        fileIds: z.optional(
          z
            .array(id('File id'), 'File ids must be a list')
            .check(z.minLength(1, 'Name at least one file'), z.maxLength(100, 'At most 100 files')),
        ),
        collectionId: z.optional(id('Collection id')),
        limit: z.optional(
          z
            .int('Limit must be a whole number')
            .check(z.gte(1, 'Limit must be at least 1'), z.lte(50, 'Limit can be at most 50')),
        ),
      })
      .check(
        z.refine(({ fileIds, collectionId }) => !fileIds || !collectionId, {
          path: ['collectionId'],
          message: 'Give file ids or a collection id, not both',
        }),
      ),
  reply: readerOf((value): SearchReply | undefined => {
    if (!isWire(value) || !Array.isArray(value.passages)) return undefined
    const passages = value.passages.map(readPassage).filter((each) => each !== undefined)
    return { passages, tookMs: new Fields(value).number('tookMs') }
  }, 'the reply has no list of passages'),
})

export type SearchRequest = RequestBody<typeof searchPassages>
