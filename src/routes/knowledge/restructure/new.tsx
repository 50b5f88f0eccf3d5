import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { type Collection, type CollectionRequest, createCollection } from '../../../contract/collections'
import { type KnowledgeFile, progressOf } from '../../../contract/files'
import { schemaOf } from '../../../contract/schema'
import { agentQueries, type StoredAgent } from '../../../queries/agents'
import { collectionQueries } from '../../../queries/collections'
import { fileQueries } from '../../../queries/files'
import { prefetch } from '../../../queries/prefetch'
import { restructuresOf } from '../../../queries/restructures'
import { FormShell, formDefaults } from '../../../ui/fields/form'
import { TextareaField, TextField } from '../../../ui/fields/inputs'
import { Notice } from '../../../ui/notice'
import { countOf } from '../../../ui/numbers'
import { Page } from '../../../ui/page'
import { matchesSearch, SearchBox } from '../../../ui/search-box'
import { FailedState, useFormError } from '../../-shared/failure'
import { useLeaveGuard } from '../../-shared/leave-guard'
import { searchText } from '../../-shared/search-text'
import { nameOf as fileNameOf } from '../-file-status'
import { type Chosen, FileChoice } from '../collections/-file-choice'
import { nameOf, useMembers } from '../collections/-members'
import { affectedChoice, type ChosenVersions, nothingTyped, VersionChoice } from './-version-choice'

export const Route = createFileRoute('/knowledge/restructure/new')({
  head: () => ({ meta: [{ title: 'Restructure · Switchboard' }] }),
  validateSearch: (search: Record<string, unknown>): { from?: string } => ({ from: searchText(search.from) }),
  loader: ({ context: { queryClient } }) => {
    prefetch(queryClient, collectionQueries.list())
    prefetch(queryClient, fileQueries.list())
    prefetch(queryClient, agentQueries.list())
  },
  component: NewRestructure,
})

function NewRestructure() {
  const { from } = Route.useSearch()
  const navigate = Route.useNavigate()
  const collections = useQuery(collectionQueries.list())
  const files = useQuery(fileQueries.list())
  const agents = useQuery(agentQueries.list())
  const failed = [collections, files].find(({ data, error }) => error && !data)
  const old = collections.data?.items.find(({ id }) => id === from)
  return (
    <Page
      title="Restructure"
      context="A new collection is filled, agent versions are moved to it and tested; only then the old one is retired."
      back={<Link to="/knowledge/collections">Collections</Link>}
      width="form"
    >
      {failed ? (
        <FailedState error={failed.error} onRetry={() => failed.refetch()} retrying={failed.isFetching} />
      ) : (
        collections.data &&
        files.data &&
        !agents.isPending && (
          <RestructureForm
            old={old}
            collections={collections.data.items}
            files={files.data.items}
            agents={agents.data ?? []}
            onOldChange={(id) => void navigate({ search: { from: id }, replace: true })}
          />
        )
      )}
    </Page>
  )
}

/** What is wanted: from where, into what, with which files and versions. Nothing is sent before it is started. */
function RestructureForm({
  old,
  collections,
  files,
  agents,
  onOldChange,
}: {
  old: Collection | undefined
  collections: readonly Collection[]
  files: readonly KnowledgeFile[]
  agents: readonly StoredAgent[]
  onOldChange: (id: string | undefined) => void
}) {
  const id = useId()
  const client = useQueryClient()
  const navigate = useNavigate()
  const members = useMembers()
  const ofOld = (collection: Collection | undefined): Chosen =>
    new Map(collection && members(collection).files.map((file) => [file.fileId, file]))
  const [chosen, setChosen] = useState<Chosen>(() => ofOld(old))
  const [versions, setVersions] = useState<ChosenVersions>(() => affectedChoice(agents, old?.id))
  const [chosenFor, setChosenFor] = useState(old?.id)
  // Another old collection proposes its own files and versions; what was typed stays.
  if (chosenFor !== old?.id) {
    setChosenFor(old?.id)
    setChosen(ofOld(old))
    setVersions(affectedChoice(agents, old?.id))
  }
  const [query, setQuery] = useState('')
  const [noFiles, setNoFiles] = useState(false)
  const [typed, setTyped] = useState(nothingTyped)
  const [error, setError] = useState<unknown>(null)
  const [pending, setPending] = useState(false)
  const [dirty, setDirty] = useState(false)
  /** Files or versions were chosen or typed by hand. */
  const [touched, setTouched] = useState(false)
  useLeaveGuard(dirty || touched)
  const form = useForm({
    ...formDefaults,
    defaultValues: { name: '', description: '' },
    resolver: standardSchemaResolver(schemaOf(createCollection.sendsBody)),
  })

  const matching = files.filter(({ fileName, fileId }) => matchesSearch(query, [fileName, fileId]))
  const start = async ({ name, description = '' }: CollectionRequest) => {
    setNoFiles(chosen.size === 0)
    // What stands in the fields and was not added is neither dropped nor taken unasked.
    const isTyped = typed.agentId.trim() !== '' || typed.versionId.trim() !== ''
    setTyped({ ...typed, refused: isTyped })
    if (chosen.size === 0 || isTyped) return
    setPending(true)
    setError(null)
    try {
      const restructures = restructuresOf(client)
      const jobId = await restructures.start({
        old: old && { id: old.id, name: old.name },
        fresh: { name: name.trim(), description: description.trim() },
        files: [...chosen.values()].map((file) => ({ fileId: file.fileId, fileName: fileNameOf(file) })),
        versions: [...versions.values()],
      })
      // How it goes on, and what goes wrong, is the next screen's to show.
      restructures.goOn(jobId).catch(() => undefined)
      await navigate({
        to: '/knowledge/restructure/$jobId',
        params: { jobId },
        replace: true,
        ignoreBlocker: true,
      })
    } catch (failure) {
      setError(failure)
      setPending(false)
    }
  }

  return (
    <FormShell
      form={form}
      label="Restructure"
      onSubmit={start}
      pending={pending}
      error={useFormError(error)}
      submitLabel="Start restructure"
      onDirtyChange={setDirty}
    >
      <div className="flex flex-col gap-1">
        <label htmlFor={`${id}o`} className="font-semibold">
          Old collection
        </label>
        <select
          id={`${id}o`}
          className="control"
          value={old?.id ?? ''}
          aria-describedby={`${id}oh`}
          onChange={({ target }) => onOldChange(target.value || undefined)}
        >
          <option value="">None, pick from all files</option>
          {collections.map((each) => (
            <option key={each.id} value={each.id}>
              {nameOf(each)}
            </option>
          ))}
        </select>
        <p id={`${id}oh`} className="text-sm text-ink-muted">
          What agents answer from now. It loses nothing before the new one serves.
        </p>
      </div>
      <TextField
        control={form.control}
        name="name"
        label="Name of the new collection"
        hint="It cannot be changed afterwards: the interface has no operation for it."
        required
      />
      <TextareaField control={form.control} name="description" label="Description" rows={2} max={2_000} />
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="mb-1 font-semibold">{`Files to attach, ${countOf(chosen.size, 'chosen', 'chosen')}`}</legend>
        <p className="text-sm text-ink-muted">
          Those of the old collection are chosen. The others can be added.
        </p>
        <div className="flex">
          <SearchBox label="Search files to attach" value={query} onChange={setQuery} />
        </div>
        <FileChoice
          files={matching}
          chosen={chosen}
          onChange={(next) => {
            setChosen(next)
            setNoFiles(false)
            setTouched(true)
          }}
        />
        <p role="alert" className="text-sm text-bad empty:hidden">
          {noFiles && 'Choose at least one file: a collection without files answers nothing.'}
        </p>
        {[...chosen.values()].some(({ status }) => progressOf(status) !== 'ready') && (
          <Notice
            tone="warn"
            title="Some of the chosen files are not INGESTED. Agents cannot answer from them yet."
          />
        )}
      </fieldset>
      <VersionChoice
        agents={agents}
        oldId={old?.id}
        chosen={versions}
        onChange={(next) => {
          setVersions(next)
          setTouched(true)
        }}
        typed={typed}
        onTyped={(next) => {
          setTyped(next)
          setTouched(true)
        }}
      />
    </FormShell>
  )
}
