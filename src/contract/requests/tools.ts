import type * as z from 'zod/mini'
import { pageQuery } from './pages'

export const toolsQuery = pageQuery

export type ToolsQuery = z.infer<typeof toolsQuery>
