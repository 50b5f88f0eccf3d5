import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ChatThread } from '../../contract/chat-reply'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { Section } from '../../ui/page'
import { chatSnippet } from './-chat-snippet'
import { words as all } from './-new-thread-words'

const words = all.token

/** When the token ends, in milliseconds since 1970, as far as the reply tells. */
export function endOfToken(thread: ChatThread, arrivedAt: number): number | undefined {
  const said = thread.expiresAt === undefined ? Number.NaN : Date.parse(thread.expiresAt)
  if (Number.isFinite(said)) return said
  return thread.expiresIn === undefined ? undefined : arrivedAt + thread.expiresIn * 1_000
}

/** "14:05" for what is left, "1:02:30" from an hour on. */
export function leftText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000))
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  const [first = 0, ...rest] = parts[0] === 0 ? parts.slice(1) : parts
  return [first, ...rest.map((part) => String(part).padStart(2, '0'))].join(':')
}

/** The token of a web chat: masked, copied on demand, counted down; and how a page gets its own. */
export function ChatToken({
  thread,
  agentId,
  origin,
}: {
  thread: ChatThread
  agentId: string
  origin: string
}) {
  const [shown, setShown] = useState(false)
  const [arrivedAt] = useState(() => Date.now())
  const [now, setNow] = useState(arrivedAt)
  const end = endOfToken(thread, arrivedAt)
  const ended = end !== undefined && end <= now
  useEffect(() => {
    if (end === undefined || ended) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [end, ended])
  const snippet = chatSnippet(agentId)
  return (
    <>
      <Section title={words.title} hint={words.hint}>
        {thread.token === undefined ? (
          <p>{words.none}</p>
        ) : (
          <>
            <code className="rounded-md bg-surface-sunken p-2 break-all">
              {shown ? thread.token : '•'.repeat(24)}
            </code>
            <div className="flex flex-wrap items-center gap-2">
              <Button icon={shown ? EyeOff : Eye} onClick={() => setShown(!shown)}>
                {shown ? words.hide : words.show}
              </Button>
              <CopyButton text={thread.token}>{words.copy}</CopyButton>
            </div>
            <p role={ended ? 'status' : 'timer'} className={ended ? 'text-bad' : 'text-ink-muted'}>
              {end === undefined ? words.noExpiry : ended ? words.ended : words.ends(leftText(end - now))}
            </p>
          </>
        )}
      </Section>
      <Section title={words.snippet} hint={words.snippetHint(origin)}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre tabIndex={0} className="overflow-auto rounded-md bg-surface-sunken p-2 text-sm">
          {snippet}
        </pre>
        <div>
          <CopyButton text={snippet}>{words.copySnippet}</CopyButton>
        </div>
      </Section>
    </>
  )
}
