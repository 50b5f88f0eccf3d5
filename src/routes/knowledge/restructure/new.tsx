import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type CollectionRequest, createCollection } from '../../../contract/collection-changes'
import type { Collection } from '../../../contract/collections'
import { type KnowledgeFile, progressOf } from '../../../contract/files'
import { agentQueries, type StoredAgent } from '../../../queries/agents'
import { agentsInDetail } from '../../../queries/agents-in-detail'
import { collectionQueries } from '../../../queries/collections'
import { fileQueries } from '../../../queries/files'
import { prefetch } from '../../../queries/prefetch'
import { type Restructure, restructureQueries, restructuresOf } from '../../../queries/restructures'
import { FormShell, formDefaults } from '../../../ui/fields/form'
import { TextareaField, TextField } from '../../../ui/fields/inputs'
import { Notice } from '../../../ui/notice'
import { countOf, formatCount } from '../../../ui/numbers'
import { Page } from '../../../ui/page'
import { here } from '../../../ui/role'
import { matcherOf, SearchBox } from '../../../ui/search-box'
import { BackLink } from '../../-shared/back-link'
import { FailedState, useFormError } from '../../-shared/failure'
import { FirstRequest } from '../../-shared/first-request'
import { useLeaveGuard, useLeft } from '../../-shared/leave-guard'
import { searchParams, searchText } from '../../-shared/search-text'
import { tellElsewhere } from '../../-shared/waiting'
import type { Chosen } from '../-choices'
import { CollectionSelect } from '../-collection-select'
import { nameOf as fileNameOf } from '../-file-status'
import { FileChoice } from '../collections/-file-choice'
import { nameOf, useMembers, useRecord } from '../collections/-members'
import { freshOf, resolverOf } from './-restructure-form'
import { affectedChoice, byId, type ChosenVersions, nothingTyped, VersionChoice } from './-version-choice'

export const Route = createFileRoute('/knowledge/restructure/new')({
  head: () => ({ meta: [{ title: 'Restructure · Switchboard' }] }),
  /** `again`: the id of an earlier one, whose choices the form begins with. */
  validateSearch: searchParams({ from: searchText, again: searchText }),
  loader: ({ context }) =>
    prefetch(context, [collectionQueries.list(), fileQueries.list(), agentsInDetail()]),
  component: NewRestructure,
})

function NewRestructure() {
  const { from, again } = Route.useSearch()
  const collections = useQuery(collectionQueries.list())
  const files = useQuery(fileQueries.list())
  const agents = useQuery(agentQueries.list())
  const detailed = useQuery(agentsInDetail())
  const earlier = useQuery({ ...restructureQueries.one(again ?? ''), enabled: again !== undefined })
  const record = useRecord()
  const failed = [collections, files].find(({ data, error }) => error && !data)
  return (
    <Page
      title="Restructure"
      context={
        from
          ? 'Fills a new collection, moves agent versions to it and tests them. Only then the old one is retired.'
          : 'Fills a new collection, moves agent versions to it and tests them.'
      }
      back={<BackLink to="/knowledge/collections">Collections</BackLink>}
      width="form"
    >
      {failed ? (
        <FailedState query={failed} />
      ) : (
        collections.data &&
        files.data &&
        // The details of the agents say which versions are listed, above what is sent with.
        !agents.isPending &&
        !detailed.isPending &&
        // What the form proposes is taken once.
        !record.isLoading &&
        !earlier.isLoading && (
          <RestructureForm
            from={from}
            collections={collections.data.items}
            files={files.data.items}
            agents={detailed.data?.agents ?? agents.data ?? noAgents}
            earlier={again === undefined ? undefined : earlier.data?.job}
          />
        )
      )}
    </Page>
  )
}

const noAgents: readonly StoredAgent[] = []

const isReadable = ({ status }: KnowledgeFile) => progressOf(status) !== 'failed'

interface Choice {
  /** The old collection and the agents that proposed it. */
  readonly of: string | undefined
  readonly by: readonly StoredAgent[]
  /** Files that stand first, whatever is ticked later. */
  readonly first: Chosen<KnowledgeFile>
  readonly files: Chosen<KnowledgeFile>
  readonly versions: ChosenVersions
}

/** What is wanted: from where, into what, with which files and versions. Nothing is sent before it is started. */
function RestructureForm({
  from,
  collections,
  files,
  agents,
  earlier,
}: {
  from: string | undefined
  collections: readonly Collection[]
  files: readonly KnowledgeFile[]
  agents: readonly StoredAgent[]
  earlier: Restructure | undefined
}) {
  const client = useQueryClient()
  const navigate = useNavigate({ from: Route.fullPath })
  const members = useMembers()
  const listed = collections.find(({ id }) => id === from)
  const [last, setLast] = useState(listed)
  if (listed && listed !== last) setLast(listed)
  // What was chosen for one that is gone meanwhile is a person's to drop.
  const old = listed ?? (last?.id === from ? last : undefined)
  const isGone = old !== listed
  const inOld = old && members(old)
  const unread = inOld?.files.filter((file) => !isReadable(file)).length ?? 0
  const but = unread > 0 ? `, but ${formatCount(unread)} that could not be read` : ''
  const proposed = (): Choice => {
    const wanted = earlier
      ? files.filter(({ fileId }) => earlier.files.some((each) => each.fileId === fileId))
      : inOld?.files
    const chosen = new Map(wanted?.filter(isReadable).map((file) => [file.fileId, file]))
    const versions = earlier ? byId(earlier.versions) : affectedChoice(agents, old?.id)
    return { of: old?.id, by: agents, first: chosen, files: chosen, versions }
  }
  const [choice, setChoice] = useState(proposed)
  const [query, setQuery] = useState('')
  const matches = matcherOf(query)
  const [noFiles, setNoFiles] = useState(false)
  const [typed, setTyped] = useState(nothingTyped)
  const [dirty, setDirty] = useState(false)
  /** Files or versions were chosen or typed by hand. */
  const [touched, setTouched] = useState(false)
  // Another old collection proposes its own files and versions, and so does what the service reports of agents before anybody chose; what was typed stays.
  // None in the place of one that is gone takes nothing away.
  const isDropped = !old && choice.of !== undefined && !collections.some(({ id }) => id === choice.of)
  if (choice.of !== old?.id || (choice.by !== agents && !touched && !isGone))
    setChoice(isDropped ? { ...choice, of: undefined, by: agents } : proposed())
  const form = useForm({
    ...formDefaults,
    defaultValues: { name: earlier?.fresh.name ?? '', description: earlier?.fresh.description ?? '' },
    resolver: resolverOf(collections),
  })
  const chosen = [...choice.files.values()]
  const choose = (next: Partial<Choice>) => {
    setChoice({ ...choice, ...next })
    setTouched(true)
  }
  const { sending, isLeft } = useLeft()
  const start = useMutation({
    onMutate: sending,
    mutationFn: async (values: CollectionRequest) => {
      const restructures = restructuresOf(client)
      const jobId = await restructures.start({
        old: old && { id: old.id, name: old.name },
        fresh: freshOf(values),
        files: chosen.map((file) => ({ fileId: file.fileId, fileName: fileNameOf(file) })),
        versions: [...choice.versions.values()],
      })
      // How it continues, and what goes wrong, is the next screen's to show.
      restructures.goOn(jobId).catch(() => undefined)
      const to = '/knowledge/restructure/$jobId'
      if (isLeft()) return
      await navigate({ to, params: { jobId }, replace: true, ignoreBlocker: true })
    },
    onError: (error) => {
      if (isLeft()) tellElsewhere(error)
    },
  })
  useLeaveGuard(dirty || touched, { isSent: start.isPending })
  const error = useFormError(start.error)
  const submit = (values: CollectionRequest) => {
    // What stands in the fields and was not added is neither dropped nor taken unasked.
    const refused = typed.agentId.trim() !== '' || typed.versionId.trim() !== ''
    setNoFiles(chosen.length === 0)
    setTyped({ ...typed, refused })
    if (chosen.length > 0 && !refused) start.mutate(values)
  }

  return (
    <FormShell
      form={form}
      label="Restructure"
      onSubmit={submit}
      pending={start.isPending}
      error={error}
      submitLabel="Start restructure"
      onDirtyChange={setDirty}
      actions={
        <FirstRequest
          operation={createCollection}
          request={() => ({ body: freshOf(form.getValues()) })}
          then="The first of several. The others need the id of the new collection; the next screen shows each of them."
        />
      }
    >
      <CollectionSelect
        label="Old collection"
        hint={old && 'It loses nothing before you retire it.'}
        none="None, pick from all files"
        optional
        choices={[...collections, ...(isGone && old ? [old] : [])].map((each) => ({
          id: each.id,
          label: nameOf(each),
        }))}
        value={old?.id ?? ''}
        onChange={(id) => void navigate({ search: { from: id || undefined }, replace: true })}
      />
      {isGone && old && (
        <Notice
          tone="warn"
          title={`${nameOf(old)} is no longer in the list of collections`}
          message="What was chosen is still here, and stays with none. Another old collection proposes its own."
        />
      )}
      <TextField
        control={form.control}
        name="name"
        label="Name of the new collection"
        hint="It cannot be changed later."
        required
      />
      <TextareaField control={form.control} name="description" label="Description" rows={2} max={2_000} />
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="mb-1 font-semibold">{`Files to attach, ${countOf(chosen.length, 'chosen', 'chosen')}`}</legend>
        <p className="text-sm text-ink-muted">
          {inOld === undefined
            ? 'Choose from all files.'
            : inOld.source === 'service'
              ? `Those of the old collection are chosen${but}. The others can be added.`
              : `Those of the old collection that ${here()} knows of are chosen${but}; it may hold more. The others can be added.`}
        </p>
        <div className="flex">
          <SearchBox label="Search files to attach" value={query} onChange={setQuery} />
        </div>
        {files.length === 0 ? (
          <p>
            No files yet. <Link to="/knowledge/files">Upload some</Link> first.
          </p>
        ) : (
          <FileChoice
            files={files
              .filter(({ fileName, fileId }) => matches([fileName, fileId]))
              .toSorted(
                (one, other) => Number(choice.first.has(other.fileId)) - Number(choice.first.has(one.fileId)),
              )}
            chosen={choice.files}
            onChange={(next) => {
              choose({ files: next })
              setNoFiles(false)
            }}
          />
        )}
        <p role="alert" className="text-sm text-bad empty:hidden">
          {noFiles && 'Choose at least one file: a collection without files answers nothing.'}
        </p>
        {chosen.some(({ status }) => progressOf(status) !== 'ready') && (
          <Notice
            tone="warn"
            title="Some of the chosen files are not INGESTED. Agents cannot answer from them yet."
          />
        )}
      </fieldset>
      <VersionChoice
        agents={agents}
        oldId={old?.id}
        chosen={choice.versions}
        onChange={(next) => choose({ versions: next })}
        typed={typed}
        onTyped={(next) => {
          setTyped(next)
          setTouched(true)
        }}
      />
    </FormShell>
  )
}
