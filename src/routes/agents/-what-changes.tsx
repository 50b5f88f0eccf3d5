import { useMemo } from 'react'
import type { AgentKnowledge } from './-agent-knowledge'
import { words as compare, fieldLabel } from './-compare-words'
import { words } from './-deploy-words'
import { FieldDiffs } from './-field-diffs'
import { contentsOf, nameOf, type StoredVersion } from './-version-content'
import { compareFields } from './-version-fields'

/** What is different in the version that is about to go live, in a sentence and, opened, in full. */
export function WhatChanges({
  knowledge,
  from,
  to,
}: {
  knowledge: AgentKnowledge
  from: StoredVersion | undefined
  to: StoredVersion | undefined
}) {
  const { told } = knowledge
  const [before, after] = useMemo(() => contentsOf([from, to], told), [from, to, told])
  const diffs = useMemo(
    () => before && after && compareFields(before.wire, after.wire, before.source === after.source),
    [before, after],
  )
  if (!from || !to || from.versionId === to.versionId) return <p>{words.changes.nothingToCompare}</p>
  if (!before || !after || !diffs) return <p>{words.changes.notKnown}</p>
  const changed = diffs.filter(({ state }) => state === 'changed')
  if (changed.length === 0) return <p>{words.changes.none}</p>
  const labels = [
    compare.version(nameOf(from), compare.sources[before.source]),
    compare.version(nameOf(to), compare.sources[after.source]),
  ] as const
  return (
    <>
      <p>{words.changes.some(changed.length, changed.map(({ path }) => fieldLabel(path)).join(', '))}</p>
      <details>
        <summary className="min-h-6 text-accent">{words.changes.show}</summary>
        <div className="pt-2">
          <FieldDiffs diffs={diffs} labels={labels} />
        </div>
      </details>
    </>
  )
}
