import { useEffect, useRef } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import type { VariableFinding } from '../../contract/variable-lint'
import { Notice } from '../../ui/notice'
import { Facts, Section } from '../../ui/page'
import type { AgentFormValues } from './-agent-form'
import { words as findingWords } from './-finding-words'
import type { Findings } from './-findings'
import { words } from './-new-agent-words'
import { useFindings } from './-use-findings'

const countWords = (text: string) => text.match(/\S+/g)?.length ?? 0

/** Beside the form: what would be sent, in short, and which variables do not fit, with the way to each. */
export function AgentSummary({
  control,
  writingAt,
  onFindings,
  onJump,
}: {
  control: Control<AgentFormValues>
  /** Where in the prompt somebody is writing: what stands there is not done yet. */
  writingAt: number | null
  /** Told what is found, for the editor and the table of variables. */
  onFindings: (findings: Findings) => void
  onJump: (finding: VariableFinding) => void
}) {
  const findings = useFindings(control, writingAt)
  const tell = useRef(onFindings)
  useEffect(() => {
    tell.current = onFindings
  })
  useEffect(() => tell.current(findings), [findings])
  const values = useWatch({ control }) as AgentFormValues
  const { prompt, knowledgeBaseCollectionIds: collectionIds } = values
  const knowledge = !values.useKnowledgeBase
    ? words.summary.knowledgeOff
    : collectionIds.length === 0
      ? words.summary.knowledgeNoCollection
      : words.summary.collections(collectionIds.length)
  const mistakes = findings.all.filter(({ severity }) => severity !== 'note')
  // That a required variable has no default is said at its row; here it would bury what nobody uses.
  const notes = findings.all.filter(({ kind }) => kind === 'unused')
  return (
    <div className="flex flex-col gap-4 wide:sticky wide:top-4">
      <Section title={words.summary.title}>
        <Facts
          facts={[
            [words.name, values.name.trim() || <Muted>{words.summary.unnamed}</Muted>],
            [words.agentType, values.agentType],
            [
              words.summary.prompt,
              prompt.system ? (
                words.summary.promptSize(prompt.system.length, countWords(prompt.system))
              ) : (
                <Muted key="empty">{words.summary.empty}</Muted>
              ),
            ],
            [words.summary.variables, <Variables key="variables" rows={prompt.variables} />],
            [words.summary.knowledge, knowledge],
            [
              words.summary.tools,
              [...prompt.tools, ...prompt.preBuiltTools].join(', ') || <Muted>{words.summary.none}</Muted>,
            ],
          ]}
        />
      </Section>
      <FindingLinks title={findingWords.all} findings={mistakes} onJump={onJump} />
      {prompt.system !== '' && (
        <FindingLinks title={findingWords.notes} findings={notes} onJump={onJump} muted />
      )}
      {findings.toolsUnread && <Notice title={findingWords.toolsUnread} />}
      {collectionIds.length > 0 && !values.useKnowledgeBase && (
        <Notice tone="warn" title={words.summary.collectionsUnused} />
      )}
    </div>
  )
}

function FindingLinks({
  title,
  findings,
  onJump,
  muted = false,
}: {
  title: string
  findings: readonly VariableFinding[]
  onJump: (finding: VariableFinding) => void
  muted?: boolean
}) {
  if (findings.length === 0) return null
  return (
    <Section title={title}>
      <ul className="flex flex-col gap-1 text-sm">
        {findings.map((finding) => (
          <li key={`${finding.kind} ${finding.place} ${finding.start} ${finding.name} ${finding.message}`}>
            <button
              type="button"
              onClick={() => onJump(finding)}
              className={`min-h-6 text-left break-words underline underline-offset-2 hover:text-ink ${
                muted ? 'text-ink-muted' : finding.severity === 'error' ? 'text-bad' : 'text-busy'
              }`}
            >
              {finding.message}
            </button>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Variables({ rows }: { rows: AgentFormValues['prompt']['variables'] }) {
  const named = rows.filter(({ name }) => name.trim() !== '')
  if (named.length === 0) return <Muted>{words.summary.none}</Muted>
  return (
    <ul>
      {named.map(({ name, required, defaultValue }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity here and hold no state
        <li key={index} className="break-words">
          <code>{name.trim()}</code>
          {required && <Muted> {words.summary.required}</Muted>}
          {defaultValue && <Muted> = {defaultValue}</Muted>}
        </li>
      ))}
    </ul>
  )
}

function Muted({ children }: { children: React.ReactNode }) {
  return <span className="text-ink-muted">{children}</span>
}
