import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { KnowledgeFile } from '../../contract/files'
import type { VariableFinding } from '../../contract/variable-lint'
import type { TestEvidence } from '../../queries/evidence'
import { Button, buttonClass } from '../../ui/button'
import { shortenId } from '../../ui/short-id'
import type { AttachedCollection, UnreadTools } from './-deploy-checks'
import { words } from './-deploy-words'
import { EvidenceLine } from './-evidence-list'

const EvidenceDialog = lazy(async () => ({ default: (await import('./-evidence-dialog')).EvidenceDialog }))

/** What is shown of a long list of files. */
const SHOWN = 5

/** What speaks for the version and what against: last test run, variables, attached collections. */
export function DeployEvidence({
  agentId,
  versionId,
  evidence,
  findings,
  called,
  tools,
  collections,
  reading,
  checked,
}: {
  agentId: string
  versionId: string
  evidence: TestEvidence | undefined
  findings: readonly VariableFinding[]
  /** How many custom tools the version calls. */
  called: number
  tools: UnreadTools | undefined
  /** `undefined`: not read, yet or at all. */
  collections: readonly AttachedCollection[] | undefined
  reading: boolean
  /** Whether it is known what the version holds. */
  checked: boolean
}) {
  const [entering, setEntering] = useState(false)
  return (
    <ul className="flex flex-col gap-2">
      <Point tone={evidence?.verdict === 'passed' ? 'good' : 'bad'}>
        {evidence ? <EvidenceLine evidence={evidence} /> : <p>{words.evidence.none}</p>}
        {evidence?.note && <p className="break-words whitespace-pre-line text-ink-muted">{evidence.note}</p>}
        <p className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => setEntering(true)}>
            {words.evidence.enter}
          </Button>
          <Link
            to="/testing-lab/run"
            search={{ agent: agentId, version: versionId }}
            className={buttonClass('secondary', 'sm')}
          >
            {words.evidence.run}
          </Link>
          {evidence?.run.id !== undefined && (
            <Link
              to="/testing-lab/runs/$runId"
              params={{ runId: String(evidence.run.id) }}
              className={buttonClass('secondary', 'sm')}
            >
              {words.evidence.showRun}
            </Link>
          )}
        </p>
      </Point>
      {checked ? (
        <>
          <Findings findings={findings} called={called - (tools?.slugs.length ?? 0)} />
          {tools && (
            <Point tone={tools.state === 'missing' ? 'bad' : 'unknown'}>
              {words.evidence.tools[tools.state](tools.slugs.join(', '))}
            </Point>
          )}
          <Collections collections={collections} reading={reading} />
        </>
      ) : (
        <Point tone="unknown">{words.evidence.notChecked}</Point>
      )}
      {entering && (
        <Suspense>
          <EvidenceDialog agentId={agentId} versionId={versionId} onClose={() => setEntering(false)} />
        </Suspense>
      )}
    </ul>
  )
}

function Findings({ findings, called }: { findings: readonly VariableFinding[]; called: number }) {
  if (findings.length === 0) return <Point tone="good">{words.evidence.variablesGood(called)}</Point>
  return (
    <Point tone="bad">
      <p>{words.evidence.variables(findings.length)}</p>
      <ul className="list-disc pl-4">
        {findings.map(({ start, message }) => (
          <li key={`${start} ${message}`} className="break-words">
            {message}
          </li>
        ))}
      </ul>
    </Point>
  )
}

function Collections({
  collections,
  reading,
}: {
  collections: readonly AttachedCollection[] | undefined
  reading: boolean
}) {
  if (!collections)
    return <Point tone="unknown">{reading ? words.evidence.reading : words.evidence.notRead}</Point>
  if (collections.length === 0) return null
  const bad = collections.filter(({ state }) => state !== 'whole')
  if (bad.length === 0) return <Point tone="good">{words.evidence.filesGood(collections.length)}</Point>
  return bad.map(({ id, name = shortenId(id), state, waiting }) => (
    <Point key={id} tone={state === 'untold' ? 'unknown' : 'bad'}>
      {state === 'missing' && words.evidence.missing(name)}
      {state === 'untold' && words.evidence.untold(name)}
      {state === 'waiting' && (
        <>
          <p>{words.evidence.waiting(name, waiting.length)}</p>
          <ul className="list-disc pl-4">
            {waiting.slice(0, SHOWN).map((file) => (
              <li key={file.fileId} className="break-words">
                {nameOfFile(file)}, {file.status ?? words.evidence.noStatus}
              </li>
            ))}
            {waiting.length > SHOWN && <li>{words.evidence.more(waiting.length - SHOWN)}</li>}
          </ul>
        </>
      )}
    </Point>
  ))
}

const nameOfFile = ({ fileName, fileId }: KnowledgeFile) => fileName ?? shortenId(fileId)

const ICONS = {
  good: { icon: CircleCheck, look: 'text-good', word: 'Good' },
  bad: { icon: TriangleAlert, look: 'text-busy', word: 'Look at this' },
  unknown: { icon: CircleHelp, look: 'text-unknown', word: 'Not known' },
} as const

/** One thing that speaks for or against, by icon and word. */
function Point({ tone, children }: { tone: keyof typeof ICONS; children: ReactNode }) {
  const { icon: Icon, look, word } = ICONS[tone]
  return (
    <li className="flex items-start gap-2">
      <Icon size={16} aria-hidden className={`mt-0.5 shrink-0 ${look}`} />
      <div className="flex min-w-0 flex-col gap-1">
        <span className="sr-only">{word}: </span>
        {children}
      </div>
    </li>
  )
}
