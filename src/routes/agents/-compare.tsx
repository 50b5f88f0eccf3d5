import { useEffect, useMemo, useRef } from 'react'
import { fieldLabel } from '../../contract/version-fields'
import type { NumberedVersion } from '../../queries/service-versions'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { countOf } from '../../ui/numbers'
import { Section } from '../../ui/page'
import { here, hereFirst } from '../../ui/role'
import { shortenId } from '../../ui/short-id'
import { inSentence, nameOf } from '../-shared/version-name'
import type { AgentKnowledge } from './-agent-knowledge'
import { type Content, compareFields, contentsOf } from './-compare-versions'
import { FieldDiffs } from './-field-diffs'
import { SecretsLeftOut } from './-secrets-left-out'

type Reported = AgentKnowledge['reported']

const labelOf = (version: NumberedVersion, { source }: Content) =>
  source === 'sent' ? `${nameOf(version)}, as it was sent` : nameOf(version)

/** How the fields of two versions differ; without a side whose content is unknown. */
function compare(
  first: NumberedVersion | undefined,
  second: NumberedVersion | undefined,
  reported: Reported,
) {
  const [before, after] = contentsOf([first, second], reported)
  if (!first || !second || !before || !after) return { before, after }
  const diffs = compareFields(before.wire, after.wire, before.source === after.source)
  return { before, after, diffs, labels: [labelOf(first, before), labelOf(second, after)] as const }
}

export function Comparison({
  knowledge: { versionOf, reported },
  versionIds,
  onSwap,
  onClose,
}: {
  knowledge: AgentKnowledge
  versionIds: readonly [before: string, after: string]
  onSwap: () => void
  onClose: () => void
}) {
  const place = useRef<HTMLDivElement>(null)
  // It was asked for further down or up, and may open out of sight.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'start' })
    place.current?.focus({ preventScroll: true })
  }, [])
  const [first, second] = versionIds.map(versionOf)
  const { before, after, diffs, labels } = compare(first, second, reported)
  const problem =
    !first || !second
      ? `${hereFirst()} does not know a version ${shortenId(versionIds[first ? 1 : 0])} of this agent.`
      : !diffs &&
        `The content of ${inSentence(nameOf(before ? second : first))} is not known: ${here()} did not create it, and the service does not report it. It cannot be compared.`
  return (
    <div ref={place} tabIndex={-1} className="scroll-mt-4 outline-none">
      <Section
        title="Comparison"
        hint={[first, second]
          .map((each, at) => nameOf(each ?? { versionId: versionIds[at] ?? '' }))
          .join(' → ')}
        action={
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={onSwap}>
              Swap sides
            </Button>
            <Button size="sm" onClick={onClose}>
              Close comparison
            </Button>
          </div>
        }
      >
        {first && first === second ? (
          <Notice title="Both sides are the same version." />
        ) : problem ? (
          <Notice tone="warn" title={problem} />
        ) : (
          <>
            {before?.source !== after?.source && (
              <Notice title="One side was sent, the other is reported. Fields on one side only are listed below." />
            )}
            {(before?.masked || after?.masked) && (
              <Notice title="Phone numbers in one of these versions were masked in the file it was imported from." />
            )}
            <SecretsLeftOut paths={[...new Set([before, after].flatMap((each) => each?.secrets ?? []))]}>
              Secrets are not compared.
            </SecretsLeftOut>
            {diffs && <FieldDiffs diffs={diffs} labels={labels} />}
          </>
        )}
      </Section>
    </div>
  )
}

/** What is different in the version that is about to go live, in a sentence and, opened, in full. */
export function WhatChanges({
  reported,
  from,
  to,
}: {
  reported: Reported
  from: NumberedVersion | undefined
  to: NumberedVersion | undefined
}) {
  const { diffs, labels } = useMemo(() => compare(from, to, reported), [from, to, reported])
  if (!from || !to || from.versionId === to.versionId) return <p>There is nothing to compare it with.</p>
  if (!diffs) return <p>The content of one version is not known here, so they cannot be compared.</p>
  const changed = diffs.filter(({ state }) => state === 'changed')
  if (changed.length === 0) return <p>No field differs.</p>
  const names = changed.map(({ path }) => fieldLabel(path)).join(', ')
  return (
    <>
      <p>
        {countOf(changed.length, 'field differs', 'fields differ')}: {names}.
      </p>
      <details>
        <summary className="min-h-6 text-accent">Show the differences</summary>
        <div className="pt-2">
          <FieldDiffs diffs={diffs} labels={labels} />
        </div>
      </details>
    </>
  )
}
