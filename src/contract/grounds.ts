import { field, type RecordOf, recordReader } from './record'
import { readToolRequest } from './try-tool'
import { readTurnPassage } from './turn-passage'

const readTool = recordReader({
  slug: field.text('slug'),
  name: field.text('name', 'slug'),
  request: field.object(readToolRequest, 'request'),
  status: field.number('status'),
  answer: field.text('answer'),
  error: field.text('error'),
  /** Milliseconds. */
  tookMs: field.number('tookMs'),
})

/** The call of a tool, with its secrets masked. */
export type GroundsCall = RecordOf<typeof readTool>

/** Reads what an answer of an agent rests on. No document knows it, so all of it may be absent (D323). */
export const readGrounds = recordReader({
  passages: field.list(readTurnPassage, 'passages'),
  tools: field.list(readTool, 'tools'),
  by: field.text('by'),
  tookMs: field.number('tookMs'),
  error: field.text('error'),
})
