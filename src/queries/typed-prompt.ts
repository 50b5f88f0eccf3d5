import type { QueryClient } from '@tanstack/react-query'
import { ifStored } from '../ledger/storage'
import { perPage } from './page'

const KEY = 'switchboard.retrieval-prompt'

/** The retrieval prompt that was typed and not dropped, also when another screen was looked at or the page was loaded anew meanwhile. */
export const typedPrompt = perPage((): { text?: string } => ({
  text: ifStored(() => sessionStorage.getItem(KEY)) ?? undefined,
}))

/** Keeps what is typed, or with `undefined` drops it. */
export function keepPrompt(client: QueryClient, text: string | undefined): void {
  typedPrompt(client).text = text
  ifStored(() => (text === undefined ? sessionStorage.removeItem(KEY) : sessionStorage.setItem(KEY, text)))
}

/** What goes with the documents chosen now. */
export const promptOf = (client: QueryClient): string | undefined =>
  typedPrompt(client).text?.trim() || undefined
