import { field, type RecordOf, recordReader } from './record'
import { textOf } from './reply'

/** A passage of the knowledge base that the agent was given for a turn. */
export type TurnPassage = RecordOf<typeof readWholePassage>

const readWholePassage = recordReader({
  fileId: field.id('file_id', 'fileId'),
  fileName: field.text('file_name', 'fileName'),
  page: field.number('page'),
  heading: field.list(textOf, 'heading'),
  text: field.text('text', 'content'),
})

export const readTurnPassage = (value: unknown): TurnPassage | undefined =>
  typeof value === 'string' ? { text: value, other: {} } : readWholePassage(value)
