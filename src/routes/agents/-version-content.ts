import type { AgentVersion } from '../../contract/agent-versions'
import { isWire, type Wire } from '../../contract/reply'
import { versionContent } from '../../contract/version-content'
import type { NumberedVersion } from '../../queries/service-versions'
import { shortenId } from '../../ui/short-id'
import { words } from './-agent-page-words'
import type { Source } from './-version-fields'

export type StoredVersion = NumberedVersion

/** What a version holds, and who says so. */
export interface Content {
  readonly source: Source
  readonly wire: Wire
  readonly masked?: boolean
}

/** "1f0c…9a2b, no. 4, spring campaign". */
export const nameOf = ({ versionId, label, number }: Pick<StoredVersion, 'versionId' | 'label' | 'number'>) =>
  [shortenId(versionId), number !== undefined && words.page.versionNumber(number), label]
    .filter(Boolean)
    .join(', ')

/** What the service says a version holds; nothing where it names the version alone. */
export function toldContent(version: AgentVersion | undefined): Content | undefined {
  const wire = version && versionContent(version)
  return wire && { source: 'service', wire }
}

export function sentContent(version: StoredVersion | undefined): Content | undefined {
  return isWire(version?.request)
    ? { source: 'sent', wire: version.request, masked: version.requestMasked }
    : undefined
}

/** What a version holds now: as the service tells it, else as it was sent. */
export const contentOf = (version: StoredVersion | undefined, told: AgentVersion | undefined) =>
  toldContent(told) ?? sentContent(version)

/** The contents of two versions from the same source where that can be had. */
export function contentsOf(
  [first, second]: readonly [StoredVersion | undefined, StoredVersion | undefined],
  told: (versionId: string | undefined) => AgentVersion | undefined,
): readonly [Content | undefined, Content | undefined] {
  const [one, other] = [toldContent(told(first?.versionId)), toldContent(told(second?.versionId))]
  if (one && other) return [one, other]
  const [sentOne, sentOther] = [sentContent(first), sentContent(second)]
  if (sentOne && sentOther) return [sentOne, sentOther]
  return [one ?? sentOne, other ?? sentOther]
}
