import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { agentQueries } from '../../../queries/agents'
import type { BatchDraft } from '../../../queries/batch-draft'
import type { CheckedRow } from '../../../queries/batch-rows'
import { batchesOf, batchQueries } from '../../../queries/batches'
import { callQueries } from '../../../queries/calls'
import { ledgerQueries } from '../../../queries/ledger'
import { prefetch } from '../../../queries/prefetch'
import { suggestionQueries } from '../../../queries/suggestions'
import { announce } from '../../../ui/announce'
import { Button } from '../../../ui/button'
import { type FormError, FormShell, formDefaults } from '../../../ui/fields/form'
import { IdField } from '../../../ui/fields/id-field'
import { NumberField } from '../../../ui/fields/number-field'
import { SelectField } from '../../../ui/fields/select-field'
import { FileDrop } from '../../../ui/file-drop'
import { Notice } from '../../../ui/notice'
import { Page, Section } from '../../../ui/page'
import { TimeText } from '../../../ui/time-text'
import { formatDuration } from '../../../ui/time-words'
import { offered } from '../../-shared/known-ids'
import { useLeaveGuard } from '../../-shared/leave-guard'
import { useReportedAgent } from '../../-shared/reported-agents'
import { saveFile } from '../../-shared/save-file'
import { searchText } from '../../-shared/search-text'
import { declaredIn } from '../../-shared/variable-values'
import { templateOf } from './-batch-files'
import { type BatchFormValues, batchResolver, emptyBatch } from './-batch-form'
import { words } from './-batch-words'
import { ColumnChoice } from './-column-choice'
import { earlierCalls } from './-earlier-calls'
import { RowEditor } from './-row-editor'
import { RowsReview } from './-rows-review'
import { formOf, useBatchDraft, useLeftDraft } from './-use-batch-draft'
import { useRowsFile } from './-use-rows-file'

export const Route = createFileRoute('/calls/batch/new')({
  head: () => ({ meta: [{ title: 'New batch of calls · Switchboard' }] }),
  validateSearch: (search: Record<string, unknown>): { agent?: string } => ({
    agent: searchText(search.agent),
  }),
  loader: ({ context: { queryClient } }) => {
    prefetch(queryClient, agentQueries.list())
    prefetch(queryClient, callQueries.launched())
  },
  component: NewBatch,
})

const NONE_CALLED: ReturnType<typeof earlierCalls> = new Map()

function NewBatch() {
  const { agent } = Route.useSearch()
  const [left, startOver] = useLeftDraft()
  if (left === undefined) return <Page title={words.title} context={words.context} />
  return <BatchForm key={left ? 'left' : `new ${agent}`} wanted={agent} left={left} onStartOver={startOver} />
}

function BatchForm({
  wanted,
  left,
  onStartOver,
}: {
  wanted: string | undefined
  /** What a reload interrupted. */
  left: BatchDraft | null
  onStartOver: () => void
}) {
  const navigate = Route.useNavigate()
  const client = useQueryClient()
  const { data: agents = [] } = useQuery(agentQueries.list())
  const { data: calls } = useQuery(callQueries.launched())
  const { data: ids } = useQuery(suggestionQueries.ids())
  const { data: batches = [] } = useQuery(batchQueries.list())
  const unfinished = batches.filter(({ course }) => course === 'open')
  const { data: problem } = useQuery(ledgerQueries.problem())
  const form = useForm<BatchFormValues>({
    ...formDefaults,
    defaultValues: left ? formOf(left) : { ...emptyBatch, agentId: wanted ?? '' },
    resolver: batchResolver,
  })
  const { control } = form
  const [agentId, versionId, country, everySeconds] = useWatch({
    control,
    name: ['agentId', 'versionId', 'country', 'everySeconds'],
  })
  const known = agents.find((each) => each.agentId === agentId)
  const agent = useReportedAgent(known)
  const version = [agent, ...agents]
    .flatMap((each) => each?.versions ?? [])
    .find((each) => each.versionId === versionId)
  const request = version?.request
  const declared = useMemo(() => (request ? declaredIn(request) : undefined), [request])
  // What was called before is taken once: a call of another tab, or a batch that runs, must not change the rows under the person's eyes.
  const [earlier, setEarlier] = useState<ReturnType<typeof earlierCalls>>()
  if (calls && !earlier) setEarlier(earlierCalls(calls, Date.now()))
  const file = useRowsFile({ country, declared, earlier: earlier ?? NONE_CALLED }, left ?? undefined)
  const forget = useBatchDraft(form, file.read && file.source)
  const [open, setOpen] = useState<CheckedRow>()
  const [error, setError] = useState<FormError | null>(null)
  const [pending, setPending] = useState(false)
  const started = useRef(false)
  const ready = useMemo(() => file.rows.filter(({ state }) => state === 'ready').length, [file.rows])
  useLeaveGuard(file.read !== undefined && !pending, { onDiscard: forget })

  // Choosing an agent chooses its deployed version.
  useEffect(() => {
    if (!agent) return
    const chosen = form.getValues('versionId')
    // What this browser took for deployed may be old news.
    const isOld = chosen === known?.deployedVersionId && !form.formState.dirtyFields.versionId
    if (chosen === '' || isOld || !agent.versions.some((each) => each.versionId === chosen))
      form.setValue('versionId', agent.deployedVersionId ?? '')
  }, [agent, known, form])

  const notDeployed =
    versionId === '' || agent?.deployedVersionId === versionId
      ? undefined
      : agent
        ? words.notDeployed
        : words.unknownDeployed

  const submit = async (values: BatchFormValues) => {
    const refuse = (message: string) => setError({ title: message })
    const { worker, read, name = '', problems } = file
    if (started.current) return
    if (!worker || !read) return refuse(words.noFile)
    if (notDeployed && agent)
      return setError({ title: notDeployed, fields: [{ path: 'versionId', message: notDeployed }] })
    if (problems.length > 0) return refuse(problems.join(' '))
    if (ready === 0) return refuse(words.noneReady)
    started.current = true
    setPending(true)
    try {
      const id = await batchesOf(client).start(
        {
          agentId: values.agentId.trim(),
          versionId: values.versionId.trim(),
          outboundPhoneNumberId: values.outboundPhoneNumberId.trim(),
          fileName: name,
          header: read.header,
          everyMs: Math.round((values.everySeconds ?? 2) * 1000),
          atOnce: values.atOnce ?? 1,
        },
        (keep) => worker.take(keep),
      )
      forget()
      await navigate({
        to: '/calls/batch/$jobId',
        params: { jobId: id },
        replace: true,
        ignoreBlocker: true,
      })
    } catch (failure) {
      started.current = false
      setPending(false)
      refuse(failure instanceof Error ? failure.message : String(failure))
    }
  }

  const save = (row: CheckedRow, changes: ReadonlyMap<number, string>) => {
    setOpen(undefined)
    void file.fix(row.row, changes)
  }

  return (
    <Page title={words.title} context={words.context} back={<Link to="/calls">{words.calls}</Link>}>
      {problem && <Notice tone="warn" title={problem.message} />}
      {left && (
        <Notice
          title={words.restored(left.name)}
          action={
            <Button
              onClick={() => {
                forget()
                onStartOver()
              }}
            >
              {words.startOver}
            </Button>
          }
        />
      )}
      {unfinished.length > 0 && (
        <Section title={words.openBatches}>
          <ul className="flex flex-col gap-1">
            {unfinished.map(({ id, fileName, toSend, startedAt }) => (
              <li key={id} className="flex flex-wrap gap-x-3">
                <Link
                  to="/calls/batch/$jobId"
                  params={{ jobId: id }}
                  className="text-accent underline underline-offset-2"
                >
                  {words.openBatch(fileName, toSend)}
                </Link>
                <TimeText time={startedAt} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <FormShell
        form={form}
        label={words.title}
        onSubmit={submit}
        pending={pending}
        error={error}
        submitLabel={words.submit(ready)}
      >
        <div className="flex max-w-[44rem] flex-col gap-4">
          <IdField
            control={control}
            name="agentId"
            label={words.agent}
            suggestions={agents.map((each) => ({ id: each.agentId, label: each.name, note: each.agentType }))}
            what={words.noun.agent}
            required
          />
          <div className="flex flex-col gap-2">
            <IdField
              control={control}
              name="versionId"
              label={words.version}
              suggestions={
                agent
                  ? agent.versions.map(({ versionId: id, label }) => ({
                      id,
                      label: label ?? agent.name,
                      note: id === agent.deployedVersionId ? words.deployedNote : undefined,
                    }))
                  : offered(ids?.versionIds)
              }
              what={words.noun.version}
              required
            />
            <p role="status" className="text-sm text-busy empty:hidden">
              {notDeployed}
            </p>
          </div>
          <IdField
            control={control}
            name="outboundPhoneNumberId"
            label={words.from}
            suggestions={offered(ids?.phoneNumberIds)}
            what={words.noun.number}
            required
          />
          <SelectField
            control={control}
            name="country"
            label={words.country}
            hint={words.countryHint}
            emptyLabel={words.noCountry}
            options={file.countries.map(({ code, name, calling }) => ({
              value: code,
              label: `${name} (${calling})`,
            }))}
          />
        </div>
        <Section title={words.file} hint={words.fileHint}>
          <div className="flex flex-wrap items-center gap-3">
            <FileDrop
              wholePage
              label={file.read ? words.chooseOther : words.choose}
              variant={file.read ? 'secondary' : 'primary'}
              hint={words.fileHint}
              accept={['.csv', '.tsv', '.txt']}
              onFiles={([chosen]) => chosen && file.choose(chosen)}
            />
            <Button
              onClick={() =>
                saveFile(words.templateName, [templateOf(declared ?? [])], 'text/csv;charset=utf-8')
              }
            >
              {words.template}
            </Button>
            <p role="status" className="min-w-0 wrap-anywhere text-ink-muted">
              {file.busy === 'reading'
                ? words.reading
                : file.read &&
                  words.read(file.name ?? '', file.read.count, file.read.encoding, file.read.separator)}
            </p>
          </div>
          {file.refused && <Notice tone="error" title={words.unreadable} message={file.refused} />}
        </Section>
        {file.read && file.targets.length > 0 && (
          <Section title={words.columns} hint={words.columnsHint}>
            <ColumnChoice
              file={file.read}
              targets={file.targets}
              variables={declared?.map(({ name }) => name)}
              onChange={file.setTargets}
            />
            {file.problems.map((said) => (
              <Notice key={said} tone="warn" title={said} />
            ))}
          </Section>
        )}
        {file.read && file.rows.length > 0 && (
          <Section
            title={words.rows}
            hint={file.busy === 'checking' ? words.checking : words.summary(ready, file.rows.length)}
          >
            <RowsReview
              rows={file.rows}
              targets={file.targets}
              onOpen={setOpen}
              onChange={(change, rows) =>
                void file.change(change, rows).then((count) => announce(words.changed(count)))
              }
            />
          </Section>
        )}
        <div className="flex max-w-[44rem] flex-col gap-2">
          <div className="grid gap-4 sm:grid-cols-2">
            <NumberField
              control={control}
              name="everySeconds"
              label={words.every}
              unit={words.seconds}
              required
            />
            <NumberField control={control} name="atOnce" label={words.atOnce} required />
          </div>
          {ready > 0 && everySeconds !== null && everySeconds > 0 && (
            <p className="text-sm text-ink-muted">
              {words.lasts(formatDuration(ready * everySeconds * 1000))}
            </p>
          )}
        </div>
      </FormShell>
      {open && (
        <RowEditor
          key={open.row}
          row={open}
          targets={file.targets}
          onSave={(changes) => save(open, changes)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Page>
  )
}
