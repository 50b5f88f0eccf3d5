import { useDeferredValue, useMemo } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { Section } from '../../ui/page'
import type { AgentFormValues } from './-agent-form'
import { FieldDiffs } from './-field-diffs'
import { words } from './-new-version-words'
import { compareFields } from './-version-fields'
import { toVersionRequest } from './-version-request'

/** Beside the form of a new version: what it changes against the one it starts from. */
export function VersionChanges({
  control,
  before,
}: {
  control: Control<AgentFormValues>
  before: AgentFormValues
}) {
  const values = useDeferredValue(useWatch({ control }) as AgentFormValues)
  const diffs = useMemo(
    () => compareFields(toVersionRequest(before), toVersionRequest(values), true),
    [before, values],
  )
  const isChanged = diffs.some(({ state }) => state === 'changed')
  return (
    <div className="mb-4">
      <Section title={words.changes.title}>
        {isChanged ? (
          <FieldDiffs diffs={diffs} labels={[words.changes.before, words.changes.now]} />
        ) : (
          <p className="text-sm text-ink-muted">{words.changes.none}</p>
        )}
      </Section>
    </div>
  )
}
