import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { KnowledgeFile } from '../../contract/files'
import type { VariableFinding } from '../../contract/variable-lint'
import type { TestEvidence } from '../../queries/evidence'
import { Button, buttonClass } from '../../ui/button'
import { countOf } from '../../ui/numbers'
import { shortenId } from '../../ui/short-id'
import type { AttachedCollection, UnreadTools } from './-deploy-checks'
import { EvidenceLine } from './-evidence-list'

const EvidenceDialog = lazy(async () => ({ default: (await import('./-evidence-dialog')).EvidenceDialog }))

/** What is shown of a long list of files. */
const SHOWN = 5

const UNREAD: Readonly<Record<UnreadTools['state'], (slugs: string) => string>> = {
  reading: () => 'Reading the attached tools.',
  'no token': (slugs) =>
    `The tool list needs an access token that this console does not have, so the variables in ${slugs} were not checked.`,
  'not read': (slugs) =>
    `The tool list could not be read to its end, so the variables in ${slugs} were not checked.`,
  missing: (slugs) => `The service lists no tool ${slugs}, which the version calls.`,
}

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
  /** Whether the content of the version is there to be checked. */
  checked: boolean
}) {
  const [entering, setEntering] = useState(false)
  return (
    <ul className="flex flex-col gap-2">
      <Point tone={evidence?.verdict === 'passed' ? 'good' : 'bad'}>
        {evidence ? <EvidenceLine evidence={evidence} /> : <p>No test run of this version is known here.</p>}
        {evidence?.note && <p className="break-words whitespace-pre-line text-ink-muted">{evidence.note}</p>}
        <p className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => setEntering(true)}>
            Enter test result
          </Button>
          <Link
            to="/testing-lab/run"
            search={{ agent: agentId, version: versionId }}
            className={buttonClass('secondary', 'sm')}
          >
            Run scenarios
          </Link>
          {evidence?.run.id !== undefined && (
            <Link
              to="/testing-lab/runs/$runId"
              params={{ runId: String(evidence.run.id) }}
              className={buttonClass('secondary', 'sm')}
            >
              Show the run
            </Link>
          )}
        </p>
      </Point>
      {checked ? (
        <>
          <Findings findings={findings} called={called - (tools?.slugs.length ?? 0)} />
          {tools && (
            <Point tone={tools.state === 'missing' ? 'bad' : 'unknown'}>
              {UNREAD[tools.state](tools.slugs.join(', '))}
            </Point>
          )}
          <Collections collections={collections} reading={reading} />
        </>
      ) : (
        <Point tone="unknown">
          Variables and collections could not be checked: the content of this version is unknown here.
        </Point>
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
  if (findings.length === 0)
    return (
      <Point tone="good">
        Variables of {called > 0 ? 'prompt, messages and attached tools' : 'prompt and messages'} fit
        together.
      </Point>
    )
  return (
    <Point tone="bad">
      <p>
        {countOf(findings.length, 'variable')} of prompt, messages and tools{' '}
        {findings.length === 1 ? 'is' : 'are'} wrong
      </p>
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
    return (
      <Point tone="unknown">
        {reading
          ? 'Reading the attached collections again.'
          : 'The attached collections could not be read, so it is unknown whether their files are ready.'}
      </Point>
    )
  if (collections.length === 0) return null
  const bad = collections.filter(({ state }) => state !== 'whole')
  if (bad.length === 0)
    return (
      <Point tone="good">
        All files of {collections.length === 1 ? 'its collection' : `its ${collections.length} collections`}{' '}
        are ingested.
      </Point>
    )
  return bad.map(({ id, name = shortenId(id), state, waiting }) => (
    <Point key={id} tone={state === 'untold' ? 'unknown' : 'bad'}>
      {state === 'missing' && `The service lists no collection ${name}, which is attached.`}
      {state === 'untold' && `The service does not report the files of ${name}.`}
      {state === 'waiting' && (
        <>
          <p>
            {countOf(waiting.length, 'file')} of {name} {waiting.length === 1 ? 'is' : 'are'} not ingested:
          </p>
          <ul className="list-disc pl-4">
            {waiting.slice(0, SHOWN).map((file) => (
              <li key={file.fileId} className="break-words">
                {nameOfFile(file)}, {file.status ?? 'no status'}
              </li>
            ))}
            {waiting.length > SHOWN && <li>and {waiting.length - SHOWN} more</li>}
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
