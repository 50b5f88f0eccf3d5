import type { QueryClient } from '@tanstack/react-query'
import { perPage } from './page'

/** The retrieval prompt that was typed and not dropped, also when another screen was looked at meanwhile. */
export const typedPrompt = perPage((): { text?: string } => ({}))

/** What goes with the documents chosen now. */
export const promptOf = (client: QueryClient): string | undefined =>
  typedPrompt(client).text?.trim() || undefined
