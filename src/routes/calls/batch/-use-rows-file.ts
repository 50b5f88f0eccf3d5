import { useEffect, useRef, useState } from 'react'
import {
  type CheckedRow,
  type Country,
  chosenTargets,
  columnProblems,
  type FileRead,
  FileRefused,
  NO_EDITS,
  type RowEdits,
  type RowsChange,
  RowsFile,
  type Rules,
  type Target,
} from '../../../queries/batch-rows'

/** The file, and what a person made of it: by this it can be taken up again. */
export interface RowsSource {
  readonly name: string
  readonly file: Blob
  readonly choices: ReadonlyMap<number, string>
  readonly edits: RowEdits
}

/**
 * The rows of the chosen file, as they are judged in the worker. Whatever the rows are held against may change at any time; they are then
 * judged anew, and an answer to an older question is passed over. What a person changed stays changed. `start`: the file to begin with.
 */
export function useRowsFile(
  { country, declared, earlier }: Omit<Rules, 'targets'>,
  start: RowsSource | undefined,
) {
  const [worker, setWorker] = useState<RowsFile>()
  const [countries, setCountries] = useState<readonly Country[]>([])
  const [source, setSource] = useState(start)
  const latest = useRef(source)
  useEffect(() => {
    latest.current = source
  })
  const chosen = source?.file
  const [read, setRead] = useState<FileRead>()
  const [targets, setTargets] = useState<readonly Target[]>([])
  const [rows, setRows] = useState<readonly CheckedRow[]>([])
  const [refused, setRefused] = useState<unknown>()
  const [busy, setBusy] = useState<'reading' | 'checking'>()

  useEffect(() => {
    const made = new RowsFile()
    setWorker(made)
    made.countries().then(setCountries, () => undefined)
    return () => made.close()
  }, [])

  useEffect(() => {
    if (!worker || !chosen) return
    let here = true
    const show = (file?: FileRead, error?: unknown) => {
      if (!here) return
      setRead(file)
      setRows([])
      if (file) setTargets(chosenTargets(file.proposals, latest.current?.choices, declared))
      setBusy(undefined)
      setRefused(error)
    }
    setBusy('reading')
    setRefused(undefined)
    worker.read(chosen, declared, latest.current?.edits).then(show, (error) => show(undefined, error))
    return () => {
      here = false
    }
  }, [worker, chosen, declared])

  const canCheck =
    read !== undefined && targets.length === read.header.length && targets.includes('toPhoneNumber')
  useEffect(() => {
    if (!worker || !canCheck) return setRows([])
    let here = true
    setBusy('checking')
    worker
      .check({ targets, country, declared, earlier })
      .then((checked) => here && setRows(checked), setRefused)
      .finally(() => here && setBusy(undefined))
    return () => {
      here = false
    }
  }, [worker, canCheck, targets, country, declared, earlier])

  /** Takes over the rows that a change made different; resolves with how many there were. */
  const take = async (ask: (worker: RowsFile) => Promise<readonly CheckedRow[]>): Promise<number> => {
    if (!worker) return 0
    try {
      const [changed, edits = NO_EDITS] = await Promise.all([ask(worker), worker.edits()])
      setSource((now) => (now && now.file === chosen ? { ...now, edits } : now))
      const byRow = new Map(changed.map((each) => [each.row, each]))
      setRows((before) => before.map((each) => byRow.get(each.row) ?? each))
      return changed.length
    } catch (error) {
      setRefused(error)
      return 0
    }
  }

  return {
    countries,
    choose: (file: File) => setSource({ name: file.name, file, choices: new Map(), edits: NO_EDITS }),
    source,
    read,
    targets,
    setTargets: (next: readonly Target[]) => {
      const choices = next.flatMap((target, column): [number, string][] =>
        target === read?.proposals[column]?.target ? [] : [[column, target]],
      )
      setTargets(next)
      setSource((now) => now && { ...now, choices: new Map(choices) })
    },
    problems: read ? columnProblems(targets, declared) : [],
    rows,
    busy,
    refused: refused instanceof FileRefused ? refused.message : refused ? String(refused) : undefined,
    change: (change: RowsChange, asked: readonly number[]) => take((file) => file.change(change, asked)),
    fix: (row: number, cells: ReadonlyMap<number, string>) => take((file) => file.fix(row, cells)),
    worker,
  }
}
