import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import {
  type BatchDraft,
  forgetDraft,
  type Mapping,
  NO_MAPPING,
  newDraft,
  readDraft,
  saveDraftFile,
  saveDraftMade,
  saveDraftState,
} from '../../../queries/batch-draft'
import {
  type CheckedRow,
  type Country,
  chosenTargets,
  columnProblems,
  type FileRead,
  FileRefused,
  isTarget,
  proposeColumns,
  type RowsChange,
  RowsFile,
  type Rules,
  type Target,
} from '../../../queries/batch-rows'
import { fitMapping, type NamedMapping, savedMapping, saveMapping } from '../../../queries/saved-mappings'
import { useFormToast } from '../../-shared/send-form'
import { type BatchFormValues, mayHaveRows } from './-batch-form'

const targetsOf = (stored: ReadonlyMap<number, string>, declared: Rules['declared']) =>
  new Map([...stored].filter((entry): entry is [number, Target] => isTarget(entry[1], declared)))

/**
 * The file of the form and its rows, as they are judged in the worker. Whatever the rows are held against may change at any time; they are then
 * judged again, and what a person changed stays changed. A reload brings the file back by the id that the form's draft has.
 */
export function useRowsFile(
  form: UseFormReturn<BatchFormValues>,
  { country, declared, earlier }: Pick<Rules, 'country' | 'declared' | 'earlier'>,
) {
  const client = useQueryClient()
  const toast = useFormToast()
  const fileId = useWatch({ control: form.control, name: 'fileId' })
  const [worker, setWorker] = useState<RowsFile>()
  const [countries, setCountries] = useState<readonly Country[]>([])
  const [chosen, setChosen] = useState<BatchDraft & { readonly restored?: boolean }>()
  const [mapping, setMapping] = useState<Mapping>(NO_MAPPING)
  // Rows may have been judged for an older one.
  const latest = useRef(mapping)
  const become = useCallback((next: Mapping) => {
    latest.current = next
    setMapping(next)
  }, [])
  const [read, setRead] = useState<FileRead>()
  const [rows, setRows] = useState<readonly CheckedRow[]>([])
  const [refused, setRefused] = useState<unknown>()
  const refuse = useCallback((said: string) => setRefused(new FileRefused(said)), [])
  const [checking, setChecking] = useState(false)
  const proposals = useMemo(
    () => (read ? proposeColumns(read.header, declared, read.sample) : []),
    [read, declared],
  )
  const { choices, hasHeader, encoding } = mapping
  /** How the file was read last, to which one that cannot be read otherwise goes back. */
  const readAs = useRef<Partial<Mapping> & { id?: string }>({})
  /** The file before, which stays until the chosen one was read. */
  const former = useRef('')
  // The country that another file or a mapping left in the form: nobody chose it for this file.
  const carried = useRef('')
  const takeCountry = useCallback(
    (country: string) => {
      if (!['', carried.current].includes(form.getValues('country'))) return
      form.setValue('country', country)
      carried.current = country
    },
    [form],
  )
  // A file is read sooner than it is stored, and what was forgotten before that would stay.
  const storing = useRef<Promise<unknown>>(Promise.resolve())
  const forget = useCallback(
    (id: string) => {
      if (id) storing.current = storing.current.then(() => forgetDraft(client, id)).catch(() => undefined)
    },
    [client],
  )
  const targets = useMemo(() => chosenTargets(proposals, choices, declared), [proposals, choices, declared])
  const also = useMemo(() => targetsOf(mapping.also, declared), [mapping.also, declared])
  const fixed = useMemo(
    () =>
      new Map([...mapping.fixed].filter((entry): entry is [Target, string] => isTarget(entry[0], declared))),
    [mapping.fixed, declared],
  )

  useEffect(() => {
    const made = new RowsFile()
    setWorker(made)
    made.ask('countries').then(setCountries, () => undefined)
    return () => made.close()
  }, [])

  useEffect(() => {
    if (fileId === chosen?.id) return
    if (fileId === '') return setChosen(undefined)
    let here = true
    readDraft(client, fileId).then(
      (draft) => {
        if (!here) return
        if (!draft) refuse('It is no longer stored here. Choose it again.')
        // A duplicated tab has a place of its own.
        if (draft?.id !== fileId) form.setValue('fileId', draft?.id ?? '', { shouldDirty: true })
        setChosen(draft && { ...draft, restored: true })
      },
      () => undefined,
    )
    return () => {
      here = false
    }
  }, [client, fileId, chosen, form, refuse])

  useEffect(() => become(chosen?.mapping ?? NO_MAPPING), [become, chosen])

  useEffect(() => {
    setRead(undefined)
    setRows([])
    if (!worker || !chosen) return
    let here = true
    // Of this file's mapping at once: read otherwise, it would lose what was changed of it.
    const said = [latest.current.hasHeader, latest.current.encoding] as const
    chosen.bytes
      .then((bytes) => worker.ask('read', chosen.id, bytes, chosen.edits, ...said))
      .then(
        async ([file]) => {
          const saved = chosen.restored || !file ? undefined : await savedMapping(client, file.header)
          if (!here) return
          setRead(file)
          if (former.current !== chosen.id) forget(former.current)
          readAs.current = { id: chosen.id, hasHeader, encoding }
          if (!saved) return
          const { name, country, ...before } = saved
          become({ ...before, hasHeader, encoding, takenFrom: name })
          void saveDraftMade(client, worker, { ...chosen, mapping: latest.current })
          takeCountry(country)
        },
        (error: unknown) => {
          if (!here) return
          setRefused(error)
          const { id, ...before } = readAs.current
          if (id === chosen.id) {
            become({ ...latest.current, ...before })
            void saveDraftMade(client, worker, { ...chosen, mapping: latest.current })
          } else if (error instanceof FileRefused && !chosen.restored) {
            forget(chosen.id)
            form.setValue('fileId', former.current)
          }
        },
      )
    return () => {
      here = false
    }
  }, [client, worker, chosen, hasHeader, encoding, form, forget, takeCountry, become])

  const canCheck = targets.includes('toPhoneNumber') || [...also.values()].includes('toPhoneNumber')
  useEffect(() => {
    if (!worker || !canCheck) return setRows([])
    let here = true
    setChecking(true)
    worker
      .ask('check', { targets, also, fixed, country, declared, earlier })
      .then((checked) => here && setRows(checked), setRefused)
      .finally(() => here && setChecking(false))
    return () => {
      here = false
    }
  }, [worker, canCheck, targets, also, fixed, country, declared, earlier])

  const storeFile = (draft: BatchDraft) => {
    const agentId = form.getValues('agentId')
    storing.current = storing.current.then(() => saveDraftFile(client, draft, agentId)).catch(() => undefined)
  }

  const save = () => worker && chosen && saveDraftMade(client, worker, { ...chosen, mapping: latest.current })

  const map = (changes: Partial<Mapping>) => {
    become({ ...latest.current, ...changes })
    setRefused(undefined)
    void save()
  }

  /** Takes over the rows that a change made different; resolves with how many there were. */
  const take = async (asked: Promise<readonly CheckedRow[]> | undefined): Promise<number> => {
    try {
      const changed = new Map((await asked)?.map((each) => [each.row, each]))
      setRows((before) => before.map((each) => changed.get(each.row) ?? each))
      void save()
      return changed.size
    } catch (error) {
      setRefused(error)
      return 0
    }
  }

  const mappingNow = () => ({
    choices: new Map(targets.entries()),
    also,
    fixed,
    name: chosen?.name ?? '',
    country: form.getValues('country'),
  })

  return {
    countries,
    name: chosen?.name ?? '',
    /** A reload brought it back. */
    restored: chosen?.restored === true && read !== undefined && former.current !== chosen.id,
    choose: ([file, ...others]: readonly File[]) => {
      if (!file) return
      if (others.length > 0) return refuse('Choose one file at a time.')
      if (!mayHaveRows(file))
        return refuse(`${file.name} is not a CSV file. Choose one that ends in .csv, .tsv or .txt.`)
      if (chosen) carried.current = form.getValues('country')
      const draft = newDraft(file)
      setRefused(undefined)
      // One that is being brought back was not found bad yet.
      if (read || chosen?.restored || fileId !== (chosen?.id ?? '')) former.current = fileId
      else forget(fileId)
      setChosen(draft)
      form.setValue('fileId', draft.id, { shouldDirty: true, shouldValidate: true })
      storeFile(draft)
    },
    /** Returns how to bring it back as it is now, once `undo` gave the form its id again. */
    forget: () => {
      const asked = chosen && worker?.ask('edits', chosen.id)
      forget(fileId)
      former.current = ''
      return async (undo: () => void) => {
        const [edits] = (await asked?.catch(() => undefined)) ?? []
        undo()
        if (!chosen || form.getValues('fileId') !== chosen.id) return
        const draft = { ...chosen, mapping, edits: edits ?? chosen.edits, restored: true }
        setChosen(draft)
        storeFile(draft)
        storing.current = storing.current.then(() => saveDraftState(client, draft)).catch(() => undefined)
      }
    },
    read,
    /** What a person said: whether the first line names the columns, and the encoding. */
    hasHeader,
    encoding,
    proposals,
    targets,
    also,
    fixed,
    mappedAs: mapping.takenFrom,
    map,
    setTargets: (next: readonly Target[], also: ReadonlyMap<number, Target>) => {
      const other = next.flatMap((target, column): [number, string][] =>
        target === proposals[column]?.target ? [] : [[column, target]],
      )
      map({ choices: new Map(other), also })
    },
    proposeAgain: () => {
      map({ ...NO_MAPPING, takenFrom: undefined })
      toast({ title: 'The columns are as proposed', action: { label: 'Undo', onSelect: () => map(mapping) } })
    },
    /** What the columns stand for now, to be used again. */
    mappingNow,
    /** For the next file with the same columns. Without it nothing is lost that a person cannot choose again. */
    saveMapping: async () => {
      if (read) await saveMapping(client, read.header, mappingNow()).catch(() => undefined)
    },
    takeNamed: (named: NamedMapping) => {
      if (!read) return
      map({ ...fitMapping(named, read.header), takenFrom: named.name })
      // Who chooses a mapping wants its country; one without leaves what was chosen for this file.
      if (named.country) carried.current = form.getValues('country')
      takeCountry(named.country)
    },
    problems: [
      ...(read?.isGarbled
        ? ['This file has letters that Windows-1252 does not have. Choose its encoding.']
        : []),
      ...(read ? columnProblems(targets, declared, { also, fixed }) : []),
    ],
    rows,
    busy: chosen && !read && !refused ? 'reading' : checking ? 'checking' : undefined,
    refused: refused instanceof Error ? refused.message : undefined,
    change: (change: RowsChange, asked: readonly number[]) => take(worker?.ask('change', change, asked)),
    fix: (row: number, cells: ReadonlyMap<number, string>) => take(worker?.ask('fix', row, cells)),
    worker,
  }
}
