import { useEffect, useRef, useState } from 'react'
import {
  type CheckedRow,
  chosenTargets,
  columnProblems,
  type Declared,
  type FileRead,
  FileRefused,
  NO_EDITS,
  type RowEdits,
  type RowsChange,
  RowsFile,
  type Target,
  withChange,
} from '../../../queries/batch-rows'

interface Rules {
  readonly country: string
  readonly declared: Declared
  readonly earlier: ReadonlyMap<string, string>
}

/** The file, and what a person made of it: by this it can be taken up again. */
export interface RowsSource {
  readonly name: string
  readonly file: Blob
  readonly choices: ReadonlyMap<number, string>
  readonly edits: RowEdits
}

type Countries = Awaited<ReturnType<RowsFile['countries']>>

/**
 * The rows of the chosen file, as they are judged in the worker. Whatever the rows are held against may change at any time; they are then
 * judged anew, and an answer to an older question is passed over. What a person changed stays changed. `start`: the file to begin with.
 */
export function useRowsFile({ country, declared, earlier }: Rules, start?: RowsSource) {
  const [worker, setWorker] = useState<RowsFile>()
  const [countries, setCountries] = useState<Countries>([])
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
  const asked = useRef(0)

  useEffect(() => {
    const made = new RowsFile()
    setWorker(made)
    made.countries().then(setCountries, () => undefined)
    return () => made.close()
  }, [])

  useEffect(() => {
    if (!worker || !chosen) return
    let here = true
    setBusy('reading')
    setRefused(undefined)
    worker.read(chosen, declared, latest.current?.edits).then(
      (file) => {
        if (!here) return
        setRead(file)
        setRows([])
        setTargets(chosenTargets(file.proposals, latest.current?.choices, declared))
        setBusy(undefined)
      },
      (error: unknown) => {
        if (!here) return
        setRead(undefined)
        setRows([])
        setBusy(undefined)
        setRefused(error)
      },
    )
    return () => {
      here = false
    }
  }, [worker, chosen, declared])

  const problems = read ? columnProblems(targets, declared) : []
  const canCheck =
    read !== undefined && targets.length === read.header.length && targets.includes('toPhoneNumber')
  useEffect(() => {
    if (!worker || !canCheck) return setRows([])
    asked.current += 1
    const question = asked.current
    setBusy('checking')
    worker.check({ targets, country: country || undefined, declared, earlier }).then(
      (checked) => {
        if (question !== asked.current) return
        setRows(checked)
        setBusy(undefined)
      },
      (error: unknown) => {
        setBusy(undefined)
        setRefused(error)
      },
    )
  }, [worker, canCheck, targets, country, declared, earlier])

  /** Takes over the rows that a change made different; resolves with how many there were. */
  const take = async (
    change: RowsChange | 'fix',
    asked: readonly number[],
    changing: Promise<CheckedRow[]>,
  ) => {
    let changed: CheckedRow[]
    try {
      changed = await changing
    } catch (error) {
      setRefused(error)
      return 0
    }
    setSource(
      (now) =>
        now && { ...now, edits: withChange(now.edits, change, { rows: asked, changed, before: rows }) },
    )
    setRows((before) => {
      const next = [...before]
      for (const row of changed) next[row.row] = row
      return next
    })
    return changed.length
  }
  const change = async (kind: RowsChange, asked: readonly number[]) =>
    worker ? take(kind, asked, worker.change(kind, asked)) : 0
  const fix = async (row: number, cells: ReadonlyMap<number, string>) => {
    if (!worker) return
    const fixing = async () => {
      const changed: CheckedRow[] = []
      for (const [column, text] of cells) changed.push(...(await worker.fix(row, column, text)))
      return changed
    }
    await take('fix', [row], fixing())
  }
  const say = (next: readonly Target[]) => {
    const choices = next.flatMap((target, column): [number, string][] =>
      target === read?.proposals[column]?.target ? [] : [[column, target]],
    )
    setTargets(next)
    setSource((now) => now && { ...now, choices: new Map(choices) })
  }

  return {
    countries,
    choose: (file: File) => setSource({ name: file.name, file, choices: new Map(), edits: NO_EDITS }),
    source,
    name: source?.name,
    read,
    targets,
    setTargets: say,
    problems,
    rows,
    busy,
    refused: refused instanceof FileRefused ? refused.message : refused ? String(refused) : undefined,
    change,
    fix,
    worker,
  }
}
