import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import {
  type BatchDraft,
  forgetDraft,
  readDraft,
  saveDraftFile,
  saveDraftState,
} from '../../../queries/batch-draft'
import type { BatchFormValues } from './-batch-form'
import type { RowsSource } from './-use-rows-file'

/** How long changes must rest until they are written. */
const REST_MS = 300

const MARK = 'switchboard.draft.batch'
const newMark = () => crypto.getRandomValues(new Uint32Array(2)).join('-')

/** Which draft is this tab's: that of another tab is not taken over (D78). Without such storage there is none. */
function mark(id?: string | null): string | null {
  try {
    if (id === null) sessionStorage.removeItem(MARK)
    else if (id !== undefined) sessionStorage.setItem(MARK, id)
    return sessionStorage.getItem(MARK)
  } catch {
    return null
  }
}

/** What an earlier page of this tab left; `undefined` while it is looked for. */
export function useLeftDraft(): [BatchDraft | null | undefined, () => void] {
  const client = useQueryClient()
  const [id] = useState(() => mark())
  const [left, setLeft] = useState<BatchDraft | null | undefined>(id === null ? null : undefined)
  useEffect(() => {
    if (id === null) return
    let here = true
    readDraft(client, id).then(
      (draft) => here && setLeft(draft ?? null),
      () => here && setLeft(null),
    )
    return () => {
      here = false
    }
  }, [client, id])
  return [left, () => setLeft(null)]
}

/** Stores the file and what is made of it across a reload, for this tab. Returns what forgets it. */
export function useBatchDraft(
  form: UseFormReturn<BatchFormValues>,
  source: RowsSource | undefined,
): () => void {
  const client = useQueryClient()
  const file = source?.file
  const name = source?.name ?? ''
  const closed = useRef(false)
  const id = useRef<string | null>(null)
  const forget = useRef(() => {
    closed.current = true
    mark(null)
    forgetDraft(client).catch(() => undefined)
  })

  useEffect(() => {
    if (!file) {
      // What was chosen last cannot be read, and is nothing to come back to.
      if (id.current !== null) forget.current()
      return
    }
    const own = newMark()
    id.current = own
    closed.current = false
    // A draft that cannot be stored is lost with a reload, which asks first.
    saveDraftFile(client, own, name, file).then(
      () => id.current === own && !closed.current && mark(own),
      () => undefined,
    )
  }, [client, file, name])

  useEffect(() => {
    if (!source) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const save = () => {
      if (id.current === null || closed.current) return
      const { choices, edits } = source
      saveDraftState(client, id.current, { form: { ...form.getValues() }, choices, edits }).catch(
        () => undefined,
      )
    }
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(save, REST_MS)
    }
    soon()
    const stop = form.subscribe({ formState: { values: true }, callback: soon })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [client, form, source])

  return forget.current
}
