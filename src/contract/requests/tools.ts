import type * as z from 'zod/mini'
import { pageQuery } from './pages'

/** Cursor and limit of the tool list, both text on the wire (§4). */
export const toolsQuery = pageQuery

export type ToolsQuery = z.infer<typeof toolsQuery>
