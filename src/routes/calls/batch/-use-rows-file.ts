import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import {
  type BatchDraft,
  forgetDraft,
  newDraft,
  readDraft,
  saveDraftFile,
  saveDraftState,
} from '../../../queries/batch-draft'
import {
  type CheckedRow,
  type Country,
  chosenTargets,
  columnProblems,
  type FileRead,
  FileRefused,
  proposeColumns,
  type RowsChange,
  RowsFile,
  type Rules,
  type Target,
} from '../../../queries/batch-rows'
import type { BatchFormValues } from './-batch-form'

/**
 * The file of the form and its rows, as they are judged in the worker. Whatever the rows are held against may change at any time; they are then
 * judged again, and what a person changed stays changed. A reload brings the file back by the id that the form's draft has.
 */
export function useRowsFile(
  form: UseFormReturn<BatchFormValues>,
  { country, declared, earlier }: Omit<Rules, 'targets'>,
) {
  const client = useQueryClient()
  const fileId = useWatch({ control: form.control, name: 'fileId' })
  const [worker, setWorker] = useState<RowsFile>()
  const [countries, setCountries] = useState<readonly Country[]>([])
  const [chosen, setChosen] = useState<BatchDraft & { readonly restored?: boolean }>()
  const [choices, setChoices] = useState<BatchDraft['choices']>(new Map())
  const [read, setRead] = useState<FileRead>()
  const [rows, setRows] = useState<readonly CheckedRow[]>([])
  const [refused, setRefused] = useState<unknown>()
  const [checking, setChecking] = useState(false)
  const proposals = useMemo(() => (read ? proposeColumns(read.header, declared) : []), [read, declared])
  const targets = useMemo(() => chosenTargets(proposals, choices, declared), [proposals, choices, declared])

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
      (draft) => here && setChosen(draft && { ...draft, restored: true }),
      () => undefined,
    )
    return () => {
      here = false
    }
  }, [client, fileId, chosen])

  useEffect(() => {
    setRead(undefined)
    setRows([])
    setChoices(chosen?.choices ?? new Map())
    if (!worker || !chosen) return
    let here = true
    chosen.file
      .arrayBuffer()
      .then((bytes) => worker.ask('read', bytes, chosen.edits))
      .then(
        ([file]) => here && setRead(file),
        (error: unknown) => {
          if (!here) return
          setRefused(error)
          // Nothing to come back to.
          form.setValue('fileId', '')
        },
      )
    return () => {
      here = false
    }
  }, [worker, chosen, form])

  const canCheck = targets.includes('toPhoneNumber')
  useEffect(() => {
    if (!worker || !canCheck) return setRows([])
    let here = true
    setChecking(true)
    worker
      .ask('check', { targets, country, declared, earlier })
      .then((checked) => here && setRows(checked), setRefused)
      .finally(() => here && setChecking(false))
    return () => {
      here = false
    }
  }, [worker, canCheck, targets, country, declared, earlier])

  /** Stores what was made of the file. What cannot be stored is lost with a reload, which asks first. */
  const save = async (choices: BatchDraft['choices']) => {
    const [edits] = (await worker?.ask('edits')) ?? []
    if (chosen && edits)
      await saveDraftState(client, { id: chosen.id, choices, edits }).catch(() => undefined)
  }

  /** Takes over the rows that a change made different; resolves with how many there were. */
  const take = async (asked: Promise<readonly CheckedRow[]> | undefined): Promise<number> => {
    try {
      const changed = new Map((await asked)?.map((each) => [each.row, each]))
      setRows((before) => before.map((each) => changed.get(each.row) ?? each))
      void save(choices)
      return changed.size
    } catch (error) {
      setRefused(error)
      return 0
    }
  }

  return {
    countries,
    name: chosen?.name ?? '',
    /** A reload brought it back. */
    restored: chosen?.restored === true && read !== undefined,
    choose: (file: File) => {
      const draft = newDraft(file)
      setRefused(undefined)
      setChosen(draft)
      form.setValue('fileId', draft.id, { shouldDirty: true })
      saveDraftFile(client, draft).catch(() => undefined)
    },
    forget: () => void forgetDraft(client).catch(() => undefined),
    read,
    proposals,
    targets,
    setTargets: (next: readonly Target[]) => {
      const other = next.flatMap((target, column): [number, string][] =>
        target === proposals[column]?.target ? [] : [[column, target]],
      )
      setChoices(new Map(other))
      void save(new Map(other))
    },
    problems: read ? columnProblems(targets, declared) : [],
    rows,
    busy: chosen && !read && !refused ? 'reading' : checking ? 'checking' : undefined,
    refused: refused instanceof FileRefused ? refused.message : refused ? String(refused) : undefined,
    change: (change: RowsChange, asked: readonly number[]) => take(worker?.ask('change', change, asked)),
    fix: (row: number, cells: ReadonlyMap<number, string>) => take(worker?.ask('fix', row, cells)),
    worker,
  }
}
