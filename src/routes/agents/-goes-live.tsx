import { Facts } from '../../ui/page'
import { words } from './-deploy-words'
import type { VersionContent } from './-version-fields'

/** How much of the prompt is shown before it is deployed. */
const OPENING = 240

const opening = (text: string) => (text.length > OPENING ? `${text.slice(0, OPENING).trimEnd()}…` : text)

/** What people will hear or read from the version, in words. */
export function GoesLive({
  content,
  masked,
  agentType,
  numbers,
}: {
  content: VersionContent | undefined
  masked: boolean | undefined
  agentType: string | undefined
  numbers: number | undefined
}) {
  const reach =
    agentType === 'TEXT'
      ? words.live.text
      : numbers === undefined
        ? words.live.numbersUnknown
        : words.live.numbers(numbers)
  if (!content)
    return (
      <>
        <p>{reach}</p>
        <p className="text-ink-muted">{words.live.contentUnknown}</p>
      </>
    )
  const knowledge = content.useKnowledgeBase
    ? words.live.knowledge(content.collectionIds.length)
    : words.live.knowledgeOff
  const quote = (text: string | undefined) =>
    text && <q className="break-words whitespace-pre-line">{opening(text)}</q>
  return (
    <>
      <p>{reach}</p>
      <Facts
        facts={[
          [words.live.opening, quote(content.system)],
          [words.live.firstMessage, quote(content.firstMessage)],
          [words.live.voicemailMessage, quote(content.voicemailMessage)],
          [words.live.tools, [...content.tools, ...content.preBuiltTools].join(', ') || undefined],
        ]}
      />
      <p>{knowledge}</p>
      {masked && <p className="text-ink-muted">{words.live.masked}</p>}
    </>
  )
}
