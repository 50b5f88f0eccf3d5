import type { QueryClient } from '@tanstack/react-query'
import { perPage } from './page'

const KEY = 'switchboard.retrieval-prompt'

function stored(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}

/** The retrieval prompt that was typed and not dropped, also when another screen was looked at or the page was loaded anew meanwhile. */
export const typedPrompt = perPage((): { text?: string } => ({ text: stored() }))

/** Keeps what is typed, or with `undefined` drops it. */
export function keepPrompt(client: QueryClient, text: string | undefined): void {
  typedPrompt(client).text = text
  try {
    if (text === undefined) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, text)
  } catch {
    // The page itself has it.
  }
}

/** What goes with the documents chosen now. */
export const promptOf = (client: QueryClient): string | undefined =>
  typedPrompt(client).text?.trim() || undefined
