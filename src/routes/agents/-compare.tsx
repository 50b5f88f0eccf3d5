import { useEffect, useMemo, useRef } from 'react'
import type { AgentVersion } from '../../contract/agent-versions'
import type { StoredAgent } from '../../queries/agents'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { Section } from '../../ui/page'
import { shortenId } from '../../ui/short-id'
import { words } from './-compare-words'
import { FieldDiffs } from './-field-diffs'
import { contentsOf, nameOf } from './-version-content'
import { compareFields } from './-version-fields'

/** Two versions of an agent side by side. `told`: a version as the service lists it, where it does. */
export function CompareVersions({
  agent,
  versionIds,
  told,
}: {
  agent: StoredAgent
  versionIds: readonly [before: string, after: string]
  told: (versionId: string | undefined) => AgentVersion | undefined
}) {
  const known = (id: string) => agent.versions.find(({ versionId }) => versionId === id)
  const [first, second] = [known(versionIds[0]), known(versionIds[1])] as const
  const [before, after] = useMemo(() => contentsOf([first, second], told), [first, second, told])
  const diffs = useMemo(
    () => before && after && compareFields(before.wire, after.wire, before.source === after.source),
    [before, after],
  )
  const missing = [first, second].indexOf(undefined)
  if (missing >= 0)
    return <Notice tone="warn" title={words.noVersion(shortenId(versionIds[missing] ?? ''))} />
  if (versionIds[0] === versionIds[1]) return <Notice title={words.sameVersion} />
  if (!first || !second || !before || !after || !diffs) {
    const dark = before ? second : first
    return <Notice tone="warn" title={words.unknown(dark ? nameOf(dark) : '')} />
  }
  const labels = [
    words.version(nameOf(first), words.sources[before.source]),
    words.version(nameOf(second), words.sources[after.source]),
  ] as const
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {before.source !== after.source && <Notice title={words.mixed} />}
      {(before.masked || after.masked) && <Notice title={words.masked} />}
      <FieldDiffs diffs={diffs} labels={labels} />
    </div>
  )
}

/** The comparison as a part of the agent's page. */
export function Comparison({
  onSwap,
  onClose,
  ...compared
}: Parameters<typeof CompareVersions>[0] & { onSwap: () => void; onClose: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  // It was asked for further down or up, and may open out of sight.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'start' })
    place.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <Section
        title={words.title}
        hint={compared.versionIds.map((id) => shortenId(id)).join(' → ')}
        action={
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={onSwap}>
              {words.swap}
            </Button>
            <Button size="sm" onClick={onClose}>
              {words.close}
            </Button>
          </div>
        }
      >
        <CompareVersions {...compared} />
      </Section>
    </div>
  )
}
