import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { redact } from '../../contract/redact'
import { DRAFT_PREFIX, readStored, writeStored } from '../../ui/storage'
import { useLatest } from '../../ui/use-latest'

/** How long typing must rest until the draft is written. */
const REST_MS = 400

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Of the fields of our forms a number may be empty, which is `null`; no other may. */
const isNumeric = (value: unknown) => value === null || typeof value === 'number'

const fits = (stored: unknown, value: unknown) =>
  isNumeric(value)
    ? isNumeric(stored)
    : stored !== null && typeof stored === typeof value && Array.isArray(stored) === Array.isArray(value)

/**
 * What of a stored draft fits the form: fields of the kind they have now, because an older console may have written it. Names that the form does not
 * have are kept where they hold text: they are the person's own.
 */
export function fitDraft<Values>(defaults: Values, draft: unknown): Values {
  if (!isObject(defaults) || !isObject(draft)) return defaults
  const fitted = Object.keys({ ...defaults, ...draft }).flatMap((name) => {
    const stored = Object.hasOwn(draft, name) ? draft[name] : undefined
    if (!Object.hasOwn(defaults, name)) return typeof stored === 'string' ? [[name, stored]] : []
    const value = defaults[name]
    if (isObject(value)) return [[name, fitDraft(value, stored)]]
    return [[name, fits(stored, value) ? stored : value]]
  })
  return Object.fromEntries(fitted) as Values
}

/** Each field that was changed between `from` and `to` as in `to`, every other as it is `now`. A list is one field. */
export function carryOver<Values>(from: Values, to: Values, now: Values): Values {
  if (!isObject(to)) return JSON.stringify(from) === JSON.stringify(to) ? now : to
  const names = Object.keys({ ...now, ...to }) as (keyof Values)[]
  return Object.fromEntries(
    names.map((name) => [name, carryOver(from?.[name], to[name], now?.[name])]),
  ) as Values
}

/** What a draft makes of a form that begins with these values, and from what. Without a base, as where the form does not follow, nothing is carried over. */
function readTyped<Values>(defaults: Values, draft: ReturnType<typeof readDraft>) {
  const typed = draft && fitDraft(defaults, draft)
  const base = fitDraft(defaults, draft?.$base)
  return { typed: typed && carryOver(base, typed, defaults), base: carryOver(typed, base, defaults) }
}

/**
 * What is stored under this name of a draft: the values; as `$base`, where the form follows (below), those they were made from; `$sent` where nobody knows
 * whether they were taken, in words if there are any; `$label`: what the form is called; `$search`: what its address said; `$typedOn`: it is what was
 * typed since the form before was sent (D988).
 */
export function readDraft(
  name: string,
): { readonly [name: string]: unknown; readonly $base?: unknown; readonly $sent?: unknown } | null {
  try {
    const draft: unknown = JSON.parse(readStored(DRAFT_PREFIX + name, 'sessionStorage') ?? 'null')
    return isObject(draft) ? draft : null
  } catch {
    return null
  }
}

/** Where the tab stores nothing, a reload asks first, as for any form. Secrets are not stored (D446). */
export const writeDraft = (name: string, values: unknown) =>
  writeStored(DRAFT_PREFIX + name, values === null ? null : JSON.stringify(redact(values)), 'sessionStorage')

/** What was typed before, for a form to offer again. */
export interface Draft {
  /** Something was restored. A sentence replaces the usual one. */
  readonly restored: boolean | string
  /** It was sent, now or before a reload, and nobody knows whether it was taken; in words, where there were any. */
  readonly inDoubt?: boolean | string
  /** To be called when the form is sent, and when that ended with an error: whether it is not known then what came of it. `doubt`: says so in words. */
  readonly noteSent?: (isUnknown?: boolean, doubt?: string) => void
  /** To be called when the form was sent, or its input was given up. `isOver`: nothing that is typed afterwards is stored. */
  readonly clear: (isOver?: boolean) => void
  /** Empties the form; returns what brings back all that stood in it beside what was typed since, if anything can. */
  readonly startOver: () => (() => void) | undefined
}

/**
 * Stores what is typed across a reload, in this tab and for this tab's life only (D78). `name`: tells drafts apart; `follows`: what the form begins
 * with may be another after the reload, and fields that nobody touched are as it says (D810). A sentence is said of what was restored. `label`: what
 * a list of drafts calls it.
 */
export function useDraft<Values extends FieldValues, Out>(
  form: UseFormReturn<Values, unknown, Out>,
  name: string,
  follows: boolean | string = false,
  label?: string,
): Draft {
  // On the first render a form holds its default values.
  const [defaults] = useState(() => form.getValues())
  const [draft] = useState(() => readDraft(name))
  const [{ base }] = useState(() => readTyped(defaults, draft))
  const [inDoubt, setInDoubt] = useState((draft?.$sent ?? false) as boolean | string)
  const $sent = useRef(inDoubt)
  const $label = useLatest(label)
  // As the form was opened, which is what its draft belongs to; a page that is being left has another address.
  const { latestLocation } = useRouter()
  const [$search] = useState(latestLocation.search)
  const [restored, setRestored] = useState(draft !== null && !draft.$typedOn && (follows || true))
  const closed = useRef(false)
  const store = useCallback(() => {
    const values = form.getValues()
    const isUntouched = !$sent.current && JSON.stringify(values) === JSON.stringify(defaults)
    const more = { $search, $base: follows && base, $label: $label.current, $sent: $sent.current }
    if (!closed.current) writeDraft(name, isUntouched ? null : { ...values, ...more })
  }, [form, name, defaults, base, follows, $label, $search])

  useEffect(() => {
    closed.current = false
    // The form before this one hands over its last letters as it goes.
    const { typed } = readTyped(defaults, readDraft(name))
    if (typed) form.reset(typed, { keepDefaultValues: true })
    let timer: ReturnType<typeof setTimeout> | undefined
    let isLeaving = false
    const save = () => {
      clearTimeout(timer)
      timer = undefined
      store()
    }
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        // A field may hand over what it holds once this has heard that the page goes.
        if (isLeaving) save()
        else timer ??= setTimeout(save, REST_MS)
      },
    })
    const flush = () => timer !== undefined && save()
    const leave = () => {
      isLeaving = true
      flush()
    }
    addEventListener('pagehide', leave)
    return () => {
      stop()
      flush()
      removeEventListener('pagehide', leave)
    }
  }, [form, name, defaults, store])

  const doubt = (is: boolean | string) => {
    $sent.current = is
    setInDoubt(is)
  }
  const noteSent = (isUnknown?: boolean, doubt: boolean | string = true) => {
    // Until it has ended: a page that goes meanwhile hears of no answer.
    $sent.current = isUnknown === false ? inDoubt : doubt
    if (isUnknown) setInDoubt(doubt)
    store()
  }
  const clear = (isOver = true) => {
    closed.current = isOver
    doubt(false)
    writeDraft(name, null)
  }
  const startOver = () => {
    const before = structuredClone(form.getValues())
    form.reset(defaults)
    writeDraft(name, null)
    setRestored(false)
    doubt(false)
    return () => {
      doubt(inDoubt)
      form.reset(carryOver(defaults, form.getValues(), before), { keepDefaultValues: true })
    }
  }
  return { restored, inDoubt, noteSent, clear, startOver }
}
