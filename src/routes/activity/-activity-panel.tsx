import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { toCurl } from '../../contract/curl'
import { isWire } from '../../contract/reply'
import { activityQueries, type LedgerEntry, targetOf, toActivityRow } from '../../queries/activity'
import { infoQueries } from '../../queries/info'
import { buttonClass } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { findRow } from '../../ui/data-table'
import { IdText } from '../../ui/id-text'
import { Notice } from '../../ui/notice'
import { OtherFields } from '../../ui/other-fields'
import { Facts, Section } from '../../ui/page'
import { SidePanel } from '../../ui/side-panel'
import { TimeText } from '../../ui/time-text'
import { ErrorNotice } from '../-shared/error-notice'
import { isThread, type Names, TargetLinks, targetWords } from '../-shared/record-target'
import { StateBadge } from './-activity-columns'
import { words } from './-activity-panel-words'
import { words as list } from './-activity-words'
import { sentOperation } from './-sent-operations'

/** One write in full: what was sent, what came back, and what was noted with it. */
export function ActivityPanel({ id, names, onClose }: { id: string; names: Names; onClose: () => void }) {
  const { data: entry, error } = useQuery(activityQueries.one(id))
  const row = entry && toActivityRow(entry)
  return (
    <SidePanel
      open
      onOpenChange={(open) => !open && onClose()}
      title={row?.what ?? (error ? words.unread : entry === null ? words.gone : words.loading)}
      description={row && targetWords(row, names)}
      returnFocus={() => findRow(list.title, id)}
      footer={entry && <Actions entry={entry} />}
    >
      {entry ? <EntryFacts entry={entry} names={names} /> : entry === null && <p>{words.goneText}</p>}
      <ErrorNotice error={error} />
    </SidePanel>
  )
}

function Actions({ entry }: { entry: LedgerEntry }) {
  const { data: info } = useQuery(infoQueries.connection())
  const operation = sentOperation(entry.operation)
  const { params, body } = entry
  return (
    <>
      {entry.operation === 'dispatchCall' && (
        <Link to="/calls" search={{ call: entry.id }} className={buttonClass('secondary')}>
          {words.open.call}
        </Link>
      )}
      {isThread(entry.operation) && (
        <Link to="/threads/$startedId" params={{ startedId: entry.id }} className={buttonClass('secondary')}>
          {words.open.thread}
        </Link>
      )}
      {operation && (
        <CopyButton text={toCurl(operation, { params, body, origin: info?.chatOrigins[0] })}>
          {words.curl}
        </CopyButton>
      )}
    </>
  )
}

function EntryFacts({ entry, names }: { entry: LedgerEntry; names: Names }) {
  const { state, error, startedAt, finishedAt, note, body, reply, batch } = entry
  const target = targetOf(entry)
  const operation = sentOperation(entry.operation)
  const id = (value: string | undefined, name: string) => value && <IdText id={value} name={name} />
  const took = finishedAt ? Date.parse(finishedAt) - Date.parse(startedAt) : undefined
  return (
    <>
      <Outcome entry={entry} />
      <Facts
        facts={[
          [words.outcome, <StateBadge key="state" state={state} />],
          [
            words.answer,
            error?.status === undefined ? undefined : [error.status, error.code].filter(Boolean).join(', '),
          ],
          [words.about, <TargetLinks key="about" row={toActivityRow(entry)} names={names} />],
          [words.sent, <TimeText key="sent" time={startedAt} />],
          [state === 'unknown' ? words.ended : words.answered, finishedAt && <TimeText time={finishedAt} />],
          [words.took, took !== undefined && took >= 0 ? `${took} ms` : undefined],
          [
            words.operation,
            <code key="operation" className="break-all">
              {operation ? `${operation.method} ${operation.path}` : entry.operation}
            </code>,
          ],
          [words.recipient, target.recipient && <span className="font-mono">{target.recipient}</span>],
          [
            words.batch,
            batch && (
              <Link
                to="/calls/batch/$jobId"
                params={{ jobId: batch.id }}
                className="text-accent underline underline-offset-2"
              >
                {batch.row < 0 ? words.testRow : words.row(batch.row + 1)}
              </Link>
            ),
          ],
          [words.callId, id(target.callId, 'call id')],
          [words.threadId, id(target.threadId, 'thread id')],
          [words.agentId, id(target.agentId, 'agent id')],
          [words.versionId, id(target.versionId, 'version id')],
          [words.collectionId, id(target.collectionId, 'collection id')],
          [words.fileId, id(target.fileId, 'file id')],
        ]}
      />
      <Part title={words.note} hint={words.noteHint} value={note} />
      <Part title={words.request} value={body} absent={words.noBody} />
      <Part title={words.reply} value={reply} absent={words.noReply} />
      <p className="text-sm text-ink-muted">{words.secrets}</p>
      <OtherFields fields={othersOf(entry)} />
    </>
  )
}

function Outcome({ entry: { state, error } }: { entry: LedgerEntry }) {
  if (state === 'refused')
    return <Notice tone="error" title={words.messages.refused} message={error?.message} />
  if (state === 'unknown')
    return (
      <Notice
        tone="warn"
        title={words.messages.unknown}
        message={[error?.message, words.unknownText].filter(Boolean).join('\n')}
      />
    )
  if (state === 'sending') return <p role="status">{words.messages.sending}</p>
  return error ? <Notice tone="warn" title={words.messages.acceptedBut} message={error.message} /> : null
}

/** A request, a reply or a note: as a tree where it has fields, else as it came. */
function Part({
  title,
  value,
  hint,
  absent,
}: {
  title: string
  value: unknown
  hint?: string
  absent?: string
}) {
  if (value === undefined)
    return absent ? (
      <Section title={title}>
        <p className="text-sm text-ink-muted">{absent}</p>
      </Section>
    ) : null
  const fields = isWire(value) ? Object.entries(value).filter(([, each]) => each !== undefined) : []
  if (fields.length > 0)
    return (
      <div className="flex flex-col gap-1">
        <OtherFields fields={Object.fromEntries(fields)} title={title} />
        {hint && <p className="text-sm text-ink-muted">{hint}</p>}
      </div>
    )
  return (
    <Section title={title} hint={hint}>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-96 overflow-auto rounded-md bg-surface-sunken p-2 text-sm"
      >
        {typeof value === 'string'
          ? value.slice(0, LONGEST)
          : JSON.stringify(value, null, 2).slice(0, LONGEST)}
      </pre>
    </Section>
  )
}

/** Characters of a text that are shown. */
const LONGEST = 200_000

const KNOWN: readonly string[] = [
  'id',
  'service',
  'operation',
  'params',
  'body',
  'startedAt',
  'finishedAt',
  'state',
  'note',
  'reply',
  'error',
  'tab',
  'batch',
] satisfies (keyof LedgerEntry)[]

/** What another console wrote down beside that. */
const othersOf = (entry: LedgerEntry) =>
  Object.fromEntries(Object.entries(entry).filter(([name]) => !KNOWN.includes(name)))
