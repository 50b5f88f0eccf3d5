import { type QueryClient, useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { agentQueries, type StoredAgent } from '../../../queries/agents'
import { batchQueries } from '../../../queries/batch-queries'
import { batchesOf } from '../../../queries/batches'
import { callsByNumber } from '../../../queries/called-since'
import { callQueries } from '../../../queries/calls'
import { ledgerQueries } from '../../../queries/ledger'
import { prefetch } from '../../../queries/prefetch'
import { type FormError, formDefaults } from '../../../ui/fields/form'
import { SelectField } from '../../../ui/fields/inputs'
import { Notice } from '../../../ui/notice'
import { countOf } from '../../../ui/numbers'
import { Page, Section } from '../../../ui/page'
import { TimeText } from '../../../ui/time-text'
import { formatDuration } from '../../../ui/time-words'
import { BackLink } from '../../-shared/back-link'
import { useDraft } from '../../-shared/draft'
import { searchParams, searchText } from '../../-shared/search-text'
import { SendForm } from '../../-shared/send-form'
import { declaredIn } from '../../-shared/variable-values'
import { usualVersion } from '../../-shared/version-choice'
import { CallerFields, useChosenVersion } from '../../-shared/version-picker'
import { earlierCalls } from './-batch-files'
import { type BatchFormValues, batchResolver, emptyBatch, toPace } from './-batch-form'
import { FilePart } from './-file-part'
import { PaceInputs } from './-pace-fields'
import { useRowsFile } from './-use-rows-file'

export const Route = createFileRoute('/calls/batch/new')({
  head: () => ({ meta: [{ title: 'New batch of calls · Switchboard' }] }),
  // The agent and the stored file to begin with, and the one state or fault whose rows are shown.
  validateSearch: searchParams({ agent: searchText, file: searchText, rows: searchText }),
  loader: ({ context }) => prefetch(context, [agentQueries.list(), callQueries.launched()]),
  component: NewBatch,
})

const NOT_DEPLOYED = 'This version is not deployed. Deploy it first: a batch takes only a deployed version.'

const NONE_CALLED: ReturnType<typeof earlierCalls> = new Map()

const TITLE = 'New batch of calls'

function NewBatch() {
  const { data: agents = [], isPending } = useQuery(agentQueries.list())
  // The form begins with the version of its agent: that nobody typed it tells a draft from a form that was only looked at.
  const { agent } = Route.useSearch()
  // Another agent is another form, with a draft of its own.
  return isPending ? <Page title={TITLE} /> : <BatchForm key={agent} agents={agents} />
}

function BatchForm({ agents }: { agents: readonly StoredAgent[] }) {
  const { agent: wanted, file: stored } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: calls } = useQuery(callQueries.launched())
  const { data: batches = [] } = useQuery(batchQueries.list())
  const unfinished = batches.filter(({ course }) => course === 'open')
  const { data: problem } = useQuery(ledgerQueries.problem())
  const form = useForm<BatchFormValues>({
    ...formDefaults,
    defaultValues: {
      ...emptyBatch,
      agentId: wanted ?? '',
      versionId: usualVersion(
        agents.find(({ agentId }) => agentId === wanted),
        'deployed',
      ),
    },
    resolver: batchResolver,
  })
  const [draftName] = useState(() => `batch ${wanted ?? ''} ${stored ?? ''}`.trimEnd())
  const draft = useDraft(form, draftName)
  useEffect(() => {
    // A file that was chosen since is in the draft.
    if (stored && !form.getValues('fileId')) form.setValue('fileId', stored, { shouldDirty: true })
  }, [form, stored])
  const { control } = form
  const [agentId, versionId, country, everySeconds, from, to] = useWatch({
    control,
    name: ['agentId', 'versionId', 'country', 'everySeconds', 'from', 'to'],
  })
  const { agent, version } = useChosenVersion(agents, versionId, agentId)
  const request = version?.request
  const declared = useMemo(() => (request ? declaredIn(request) : undefined), [request])
  // What was called before is taken once: a call of another tab, or a batch that runs, must not change the rows under the person's eyes.
  const [known, setKnown] = useState<{ calls: ReturnType<typeof callsByNumber>; now: number }>()
  if (calls && !known) setKnown({ calls: callsByNumber(calls), now: Date.now() })
  const earlier = useMemo(() => (known ? earlierCalls(known.calls, known.now) : NONE_CALLED), [known])
  const rules = { country: country || undefined, declared, earlier }
  const file = useRowsFile(form, rules)
  const ready = useMemo(() => file.rows.filter(({ state }) => state === 'ready').length, [file.rows])
  const check = () => {
    const refuse = (title: string, path?: string): FormError => ({
      title,
      fields: path === undefined ? [] : [{ path, message: title }],
    })
    if (!file.worker || !file.read) return refuse('Choose a file first.')
    // The service decides about an agent that is not stored here.
    if (agent && agent.deployedVersionId !== versionId) return refuse(NOT_DEPLOYED, 'versionId')
    if (file.problems.length > 0) return refuse(file.problems.join(' '))
    return ready === 0 ? refuse('No row is ready. Correct what is wrong, or choose another file.') : null
  }
  const start = async (
    { asked, ...values }: BatchFormValues & { asked: number },
    { client }: { client: QueryClient },
  ) => {
    const { worker, read } = file
    if (!worker || !read) throw new Error('No file is chosen.')
    const rows = await worker.take(asked)
    await file.saveMapping()
    return batchesOf(client).start(
      {
        agentId: values.agentId.trim(),
        versionId: values.versionId.trim(),
        outboundPhoneNumberId: values.outboundPhoneNumberId.trim(),
        fileName: file.name,
        header: read.header.map((name, column) => name || `Column ${column + 1}`),
        ...toPace(values),
      },
      rows.map((row) => ({ ...row, called: known?.calls.get(row.to ?? '')?.id })),
    )
  }
  return (
    <Page
      title={TITLE}
      context="One call for every row of a CSV file. Nothing is sent on this page."
      width={file.read ? undefined : 'form'}
      back={<BackLink to="/calls">Calls</BackLink>}
    >
      {problem && <Notice tone="warn" title={problem.message} />}
      {unfinished.length > 0 && (
        <Section title="Batches that have not ended">
          <ul className="flex flex-col gap-1">
            {unfinished.map(({ id, fileName, toSend, startedAt }) => (
              <li key={id} className="flex flex-wrap gap-x-3">
                <Link
                  to="/calls/batch/$jobId"
                  params={{ jobId: id }}
                  className="text-accent underline underline-offset-2"
                >
                  {`${fileName}, ${countOf(toSend, 'row')}`}
                </Link>
                <TimeText time={startedAt} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <SendForm
        form={form}
        label={TITLE}
        submit={ready > 0 ? `Continue with ${countOf(ready, 'row')}` : 'Continue'}
        mutation={{ mutationFn: start }}
        toRequest={(values) => ({ ...values, asked: ready })}
        check={check}
        draft={{
          restored: file.restored
            ? `Restored ${file.name} with what you changed before this page was reloaded.`
            : false,
          clear: () => {
            draft.clear()
            file.forget()
          },
          startOver: () => {
            const undo = draft.startOver()
            const address = { replace: true, ignoreBlocker: true }
            void navigate({ ...address, search: ({ file: _gone, ...now }) => now })
            // Another may have been deployed since this browser stored the agent.
            if (agent?.agentId === wanted) form.setValue('versionId', usualVersion(agent, 'deployed'))
            const bringBack = file.forget()
            return () =>
              void bringBack(() => {
                undo?.()
                // Under this address a reload looks for what was typed.
                if (stored) void navigate({ ...address, search: (now) => ({ ...now, file: stored }) })
              })
          },
        }}
        dirty={file.read !== undefined}
        onDone={(jobId) =>
          void navigate({ to: '/calls/batch/$jobId', params: { jobId }, replace: true, ignoreBlocker: true })
        }
      >
        <div className="flex max-w-[44rem] flex-col gap-4">
          <CallerFields form={form} agents={agents} usual="deployed" />
          <SelectField
            control={control}
            name="country"
            label="Country of numbers without +"
            hint="Only numbers without a leading + are read as numbers of this country."
            emptyLabel="None: the + is needed"
            options={file.countries.map(({ code, name, calling }) => ({
              value: code,
              label: `${name} (${calling})`,
            }))}
          />
        </div>
        <FilePart control={control} file={file} declared={declared} ready={ready} />
        <div className="flex max-w-[44rem] flex-col gap-2">
          <PaceInputs control={control} />
          {ready > 0 && everySeconds !== null && everySeconds > 0 && (
            <p className="text-sm text-ink-muted">
              {`About ${formatDuration(ready * everySeconds * 1000)} for all of them${from && to ? ', once it is within the hours of each' : ''}.`}
            </p>
          )}
        </div>
      </SendForm>
    </Page>
  )
}
