import { type RefObject, useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { focused, isTyping } from '../../ui/focused'
import type { TextHandle } from '../../ui/prompt-editor/text-handle'
import { writeDraft } from '../-shared/draft'
import type { AgentFormValues } from './-agent-form'
import { PROMPT_PLACE } from './-findings'
import { jumpTo } from './-version-form'

/** Where somebody was typing when a version was saved, and the draft of the form that begins anew in its place. */
let typedAt: (Parameters<typeof jumpTo>[2] & { readonly draft: string }) | undefined

/** To be called when a version is saved: the form with that draft begins with what was typed since it was `sent`, and with the cursor. */
export type KeepTyping = (draft: string, sent: AgentFormValues) => void

/** In a form that saves a version: who goes on typing meanwhile does so in the one that begins anew in its place (D988). */
export function KeepsTyping({
  form,
  prompt,
  draft,
  keep,
}: {
  form: UseFormReturn<AgentFormValues>
  prompt: () => TextHandle | null
  draft: string
  keep: RefObject<KeepTyping | null>
}) {
  useEffect(() => {
    const to = typedAt
    if (to?.draft !== draft) return
    typedAt = undefined
    // Once what was typed since is drawn.
    setTimeout(() => jumpTo(form, prompt(), to))
  })
  useEffect(() => {
    const hold: KeepTyping = (draft, sent) => {
      const values = form.getValues()
      const system = prompt()?.text() ?? values.prompt.system
      const typed = { ...values, prompt: { ...values.prompt, system } }
      if (JSON.stringify(typed) !== JSON.stringify(sent))
        writeDraft(draft, { ...typed, $base: sent, $typedOn: true })
      const field = focused()
      const { top = 0, bottom = 0 } = field?.getBoundingClientRect() ?? {}
      // One that is out of sight would be scrolled to.
      if (!isTyping(field) || bottom < 0 || top > innerHeight) return
      const { name, selectionStart, selectionEnd } = field as Partial<HTMLTextAreaElement>
      const cursor = prompt()?.cursor() ?? { start: selectionStart ?? 0, end: selectionEnd ?? 0 }
      typedAt = { draft, name: '', place: name || PROMPT_PLACE, ...cursor }
    }
    keep.current = (draft, sent) => {
      typedAt = undefined
      hold(draft, sent)
      // The button goes with the form.
      if (!typedAt) document.getElementById('main')?.focus({ preventScroll: true })
      form.subscribe({ formState: { values: true }, callback: () => hold(draft, sent) })
    }
  })
  return null
}
