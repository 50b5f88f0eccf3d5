import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Collection } from '../../../contract/collections'
import { type CollectionRequest, createCollection } from '../../../contract/collections'
import { type KnowledgeFile, progressOf } from '../../../contract/files'
import { schemaOf } from '../../../contract/requests'
import type { StoredAgent } from '../../../queries/agents'
import { restructuresOf } from '../../../queries/restructures'
import { FormShell, formDefaults } from '../../../ui/fields/form'
import { TextField } from '../../../ui/fields/text-field'
import { TextareaField } from '../../../ui/fields/textarea-field'
import { Notice } from '../../../ui/notice'
import { matchesSearch, SearchBox } from '../../../ui/search-box'
import { useFormError } from '../../-shared/failure'
import { useLeaveGuard } from '../../-shared/leave-guard'
import { nameOf as fileNameOf } from '../-file-status'
import { type Chosen, FileChoice } from '../collections/-file-choice'
import { nameOf, useMembers } from '../collections/-members'
import { words } from './-restructure-words'
import { affectedChoice, type ChosenVersions, nothingTyped, VersionChoice } from './-version-choice'

const say = words.new

/** What is wanted: from where, into what, with which files and versions. Nothing is sent before it is started. */
export function RestructureForm({
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
      label={say.title}
      onSubmit={start}
      pending={pending}
      error={useFormError(error)}
      submitLabel={say.start}
      onDirtyChange={setDirty}
    >
      <div className="flex flex-col gap-1">
        <label htmlFor={`${id}o`} className="font-semibold">
          {say.old}
        </label>
        <select
          id={`${id}o`}
          className="control"
          value={old?.id ?? ''}
          aria-describedby={`${id}oh`}
          onChange={({ target }) => onOldChange(target.value || undefined)}
        >
          <option value="">{say.oldNone}</option>
          {collections.map((each) => (
            <option key={each.id} value={each.id}>
              {nameOf(each)}
            </option>
          ))}
        </select>
        <p id={`${id}oh`} className="text-sm text-ink-muted">
          {say.oldHint}
        </p>
      </div>
      <TextField control={form.control} name="name" label={say.name} hint={say.nameHint} required />
      <TextareaField control={form.control} name="description" label={say.description} rows={2} max={2_000} />
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="mb-1 font-semibold">{say.files(chosen.size)}</legend>
        <p className="text-sm text-ink-muted">{say.filesHint}</p>
        <div className="flex">
          <SearchBox label={say.search} value={query} onChange={setQuery} />
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
          {noFiles && say.noFiles}
        </p>
        {[...chosen.values()].some(({ status }) => progressOf(status) !== 'ready') && (
          <Notice tone="warn" title={say.notReady} />
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
