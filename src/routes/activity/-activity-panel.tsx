import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { useMemo } from 'react'
import { toCurl } from '../../contract/curl'
import { operationNamed, subjectOf } from '../../contract/operation'
import { isWire, textOf } from '../../contract/reply'
import {
  type ActivityRow,
  activityQueries,
  answerMs,
  type LedgerEntry,
  numbersIn,
  toActivityRow,
} from '../../queries/activity'
import { readNote } from '../../queries/deployments'
import { answerWords, endOf } from '../../queries/describe-error'
import { VERDICTS } from '../../queries/evidence'
import { infoQueries } from '../../queries/info'
import { originOf } from '../../queries/threads'
import { buttonClass } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { IdText } from '../../ui/id-text'
import { Notice } from '../../ui/notice'
import { Facts, Section } from '../../ui/page'
import { SidePanel } from '../../ui/side-panel'
import { CallFate } from '../-shared/call-fate'
import { Checked } from '../-shared/checked'
import { Details } from '../-shared/details'
import { ErrorNotice } from '../-shared/error-notice'
import { lacksText } from '../-shared/lacks-text'
import { notHere } from '../-shared/not-here'
import { OtherFields } from '../-shared/other-fields'
import { OutcomeBadge } from '../-shared/outcome-badge'
import { OutcomeNotice, timesOf } from '../-shared/outcome-notice'
import { type Names, TargetLinks, targetWords } from '../-shared/record-target'
import { ShowRequest } from '../-shared/show-request'
import { versionTitle } from '../-shared/version-name'
import { RunFate } from './-run-fate'

/** One write in full: what was sent, what came back, and what was noted with it. */
export function ActivityPanel({ id, names, onClose }: { id: string; names: Names; onClose: () => void }) {
  const { data: entry, error } = useQuery(activityQueries.one(id))
  const numbers = useVersionNumbers()
  const told = entry && toActivityRow(entry)
  const missing = notHere('write', 'here')
  const row = told && { ...told, versionNumber: numbers.get(told.target.versionId) }
  return (
    <SidePanel
      onClose={onClose}
      title={
        row?.what ?? (error ? 'This write could not be read' : entry === null ? missing.title : 'Loading')
      }
      description={row && targetWords(row, names)}
      footer={entry && <Actions entry={entry} />}
    >
      {entry && row ? (
        <EntryFacts entry={entry} row={row} names={names} numbers={numbers} />
      ) : (
        entry === null && <p>{missing.context}</p>
      )}
      <ErrorNotice error={error} />
    </SidePanel>
  )
}

/** The numbers of versions that the record has, by their ids. */
function useVersionNumbers(): ReturnType<typeof numbersIn> {
  const { data: rows } = useQuery(activityQueries.rows())
  return useMemo(() => numbersIn(rows ?? []), [rows])
}

/** The form of a launch, filled in as it was. Nothing is sent before a person does so. */
function againOf({ operation, id: again }: LedgerEntry): { label: string; link: LinkProps } | undefined {
  switch (operation) {
    case 'dispatchCall':
      return { label: 'Call again', link: { to: '/calls', search: { place: true, again } } }
    case 'createSmsThread':
    case 'createEmailThread':
    case 'createChatThread':
      return { label: 'Start again', link: { to: '/threads/new', search: { again } } }
    case 'runScenarios':
      return { label: 'Run again', link: { to: '/testing-lab/run', search: { from: again } } }
    case 'generateScenarios':
      return { label: 'Generate again', link: { to: '/testing-lab/generate', search: { again } } }
    default:
      return undefined
  }
}

function Actions({ entry }: { entry: LedgerEntry }) {
  const { data: info } = useQuery(infoQueries.connection())
  const operation = operationNamed(entry.operation)
  const { params, body, note } = entry
  const { kind, threadId = entry.id } = subjectOf(entry)
  const again = againOf(entry)
  const request = { params, body, chatOrigin: originOf(note, info?.chatOrigins) }
  return (
    <>
      {operation && (
        <span className="mr-auto flex gap-2">
          <ShowRequest operation={operation} request={() => request} />
          <CopyButton text={toCurl(operation, request)}>Copy as cURL</CopyButton>
        </span>
      )}
      {/* Two and two, where they do not fit in one line. */}
      <span className="flex gap-2">
        {again && (
          <Link {...again.link} className={buttonClass('secondary')}>
            <RotateCcw size={16} aria-hidden />
            {again.label}
          </Link>
        )}
        {kind === 'call' && (
          <Link to="/calls" search={{ call: entry.id }} className={buttonClass('primary')}>
            Open call
          </Link>
        )}
        {kind === 'run' && (
          <Link to="/testing-lab/runs/$runId" params={{ runId: entry.id }} className={buttonClass('primary')}>
            Open run
          </Link>
        )}
        {kind === 'thread' && (
          <Link to="/threads/$startedId" params={{ startedId: threadId }} className={buttonClass('primary')}>
            Open thread
          </Link>
        )}
      </span>
    </>
  )
}

function EntryFacts({
  entry,
  row,
  names,
  numbers,
}: {
  entry: LedgerEntry
  row: ActivityRow
  names: Names
  numbers: ReturnType<typeof numbersIn>
}) {
  const { error, note, body, reply, batch } = entry
  const target = subjectOf(entry)
  const operation = operationNamed(entry.operation)
  const id = (value: string | undefined, name: string) => value && <IdText id={value} name={name} />
  const { replacedVersionId } = readNote(note)
  const took = answerMs(entry)
  return (
    <>
      <Outcome entry={entry} row={row} />
      {target.kind === 'call' && target.callId && <CallFate callId={target.callId} />}
      {target.kind === 'run' && <RunFate entry={entry} />}
      <Facts
        facts={{
          Outcome: <OutcomeBadge state={row.end} />,
          Answer: error && answerWords(error),
          About: <TargetLinks row={row} names={names} />,
          To: target.recipient && <span className="font-mono">{target.recipient}</span>,
          Batch: batch && (
            <Link
              to="/calls/batch/$jobId"
              params={{ jobId: batch.id }}
              className="text-accent underline underline-offset-2"
            >
              {batch.row < 0 ? 'Test row of a batch' : `Row ${batch.row + 1} of a batch`}
            </Link>
          ),
          ...timesOf(entry),
          Took: took !== undefined && (took < 10_000 ? `${took} ms` : `${Math.round(took / 1000)} s`),
        }}
      />
      <Note note={note} numbers={numbers} />
      <Details>
        <Facts
          facts={{
            Operation: (
              <code className="break-all">
                {operation ? `${operation.method} ${operation.path}` : entry.operation}
              </code>
            ),
            'Call id': id(target.callId, 'call id'),
            'Thread id': id(target.threadId, 'thread id'),
            'Agent id': id(target.agentId, 'agent id'),
            'Version id': id(target.versionId, 'version id'),
            'Replaced version id': id(replacedVersionId, 'replaced version id'),
            'Collection id': id(target.collectionId, 'collection id'),
            'File id': id(target.fileId, 'file id'),
          }}
        />
        <Part title="Request" value={body} absent="Nothing was sent as a body." />
        <Part title="Reply" value={reply} absent="No reply is stored." />
        <p className="text-sm text-ink-muted">
          Secrets such as tokens were never written down; [not stored] stands in their place.
        </p>
        <OtherFields fields={othersOf(entry)} />
      </Details>
    </>
  )
}

function Outcome({ entry, row }: { entry: LedgerEntry; row: ActivityRow }) {
  const { id, state, error } = entry
  if (state === 'sending') return <p role="status">It is being sent. Its outcome will appear here.</p>
  if (state === 'accepted' && error)
    return <Notice tone="warn" title="It was done, but the reply could not be read" message={error.message} />
  return (
    <OutcomeNotice
      of={entry}
      refused={
        endOf(entry) === 'unsent'
          ? 'It was not sent; nothing was done'
          : 'The service refused it; nothing was done'
      }
      unknown="We don't know if it was done"
      next="Check whether it went through before you send it again."
      action={<Checked id={id} what={row.what} />}
    />
  )
}

/** What a person said of it, and the console found before it was sent. Ids that the record is about stand elsewhere. */
function Note({ note, numbers }: { note: unknown; numbers: ReturnType<typeof numbersIn> }) {
  const named = (id: string) => versionTitle({ versionId: id, number: numbers.get(id) })
  if (!isWire(note)) return <OtherFields title="Note" fields={note} />
  const { reason, replacedVersionId, verdict, lacking = [] } = readNote(note)
  const {
    reason: _,
    replacedVersionId: __,
    verdict: ___,
    lacking: ____,
    agentId,
    versionId,
    chatOrigin,
    ...rest
  } = note
  const tested = textOf(versionId)
  const facts = {
    Reason: reason && <span className="break-words whitespace-pre-line">{reason}</span>,
    'In place of': replacedVersionId && named(replacedVersionId),
    'Last test': verdict && VERDICTS[verdict].name,
    Although: lacking.length > 0 && `${lacksText(lacking)}.`,
    'Version under test': tested && named(tested),
    Origin: textOf(chatOrigin),
  }
  return (
    <>
      {Object.values(facts).some(Boolean) && (
        <Section title="Note" hint="The note was not sent.">
          <Facts facts={facts} />
        </Section>
      )}
      <OtherFields title="More in the note" fields={rest} />
    </>
  )
}

/** A request or a reply. What has no fields is shown as it came. */
function Part({ title, value, absent }: { title: string; value: unknown; absent: string }) {
  if (value === undefined) return <Section title={title} hint={absent} />
  return (
    <OtherFields
      title={title}
      fields={Object.keys(Object(value)).length > 0 ? value : JSON.stringify(value)}
    />
  )
}

/** What another console recorded beside what this one does. */
function othersOf(entry: LedgerEntry) {
  const {
    to,
    done,
    about,
    who,
    id,
    service,
    operation,
    params,
    body,
    startedAt,
    finishedAt,
    state,
    note,
    reply,
    error,
    found,
    checked,
    tab,
    batch,
    ...others
  } = entry
  // A field of our own that is missing above does not compile.
  return others satisfies Record<string, never>
}
