import { type ReactNode, useDeferredValue, useEffect, useEffectEvent, useMemo } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { Button } from '../../ui/button'
import { countOf } from '../../ui/numbers'
import { Section } from '../../ui/page'
import type { Draft } from '../-shared/draft'
import { useFormToast } from '../-shared/send-form'
import { type AgentFormValues, toVersionRequest } from './-agent-form'
import { compareFields } from './-compare-versions'
import { FieldDiffs } from './-field-diffs'

/** What the form changes against what it began with, a moment after what was typed. */
function useChanges(control: Control<AgentFormValues>, before: AgentFormValues) {
  const values = useDeferredValue(useWatch({ control }) as AgentFormValues)
  return useMemo(
    () => compareFields(toVersionRequest(before), toVersionRequest(values), true),
    [before, values],
  )
}

/** Beside the button that saves: how much there is to save, and the way back. */
export function Changes({
  control,
  before,
  onCount,
  onDiscard,
  children,
}: {
  control: Control<AgentFormValues>
  before: AgentFormValues
  onCount: (count: number) => void
  onDiscard: Draft['startOver']
  children: ReactNode
}) {
  const toast = useFormToast()
  const count = useChanges(control, before).filter(({ state }) => state === 'changed').length
  const tell = useEffectEvent(onCount)
  useEffect(() => tell(count), [count])
  // Where no form stands, nothing waits to be saved.
  useEffect(() => () => tell(0), [])
  const discard = (button: HTMLElement) => {
    // It goes with the changes; the focus stays in its row.
    button.closest('[data-bar]')?.querySelector<HTMLElement>('[type=submit]')?.focus()
    const undo = onDiscard()
    const action = undo && { label: 'Undo', onSelect: undo }
    toast({ title: 'The changes were discarded', action })
  }
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <p role="status" className={count > 0 ? 'font-semibold' : 'text-ink-muted'}>
        {count > 0 ? countOf(count, 'change') : 'No changes'}
      </p>
      {count > 0 && (
        <Button variant="link" onClick={({ currentTarget }) => discard(currentTarget)}>
          Discard
        </Button>
      )}
      {children}
    </div>
  )
}

export function WhatChanged({
  control,
  before,
}: {
  control: Control<AgentFormValues>
  before: AgentFormValues
}) {
  const diffs = useChanges(control, before)
  if (!diffs.some(({ state }) => state === 'changed')) return null
  return (
    <div className="mb-4">
      <Section title="What changes">
        <FieldDiffs diffs={diffs} labels={['Before', 'Now']} />
      </Section>
    </div>
  )
}
