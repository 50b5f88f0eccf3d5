import { useEffect, useRef, useState } from 'react'
import {
  type CheckedRow,
  columnProblems,
  type Declared,
  type FileRead,
  FileRefused,
  type Proposal,
  RowsFile,
  type Target,
} from '../../../queries/batch-rows'

interface Rules {
  readonly country: string
  readonly declared: Declared
  readonly earlier: ReadonlyMap<string, string>
}

type Countries = Awaited<ReturnType<RowsFile['countries']>>

/**
 * The rows of the chosen file, as they are judged in the worker. Whatever the rows are held against may change at any time; they are then
 * judged anew, and an answer to an older question is passed over.
 */
export function useRowsFile({ country, declared, earlier }: Rules) {
  const [worker, setWorker] = useState<RowsFile>()
  const [countries, setCountries] = useState<Countries>([])
  const [chosen, setChosen] = useState<File>()
  const [read, setRead] = useState<FileRead>()
  const [proposals, setProposals] = useState<readonly Proposal[]>([])
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
    const take = (file: FileRead | undefined, error?: unknown) => {
      if (!here) return
      setRead(file)
      setProposals([])
      setTargets([])
      setRows([])
      setBusy(undefined)
      setRefused(error)
    }
    worker.read(chosen).then(take, (error: unknown) => take(undefined, error))
    return () => {
      here = false
    }
  }, [worker, chosen])

  // Another version has other variables. The file is not read again for it: what was mended in its rows stays.
  useEffect(() => {
    if (!worker || !read) return
    let here = true
    worker.propose(declared).then(
      (found) => {
        if (!here) return
        setProposals(found)
        setTargets(found.map(({ target }) => target))
      },
      (error: unknown) => here && setRefused(error),
    )
    return () => {
      here = false
    }
  }, [worker, read, declared])

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
        if (question !== asked.current) return
        setBusy(undefined)
        setRefused(error)
      },
    )
  }, [worker, canCheck, targets, country, declared, earlier])

  /** Takes over the rows that a change made different; resolves with how many there were. */
  const change = async (work: (worker: RowsFile) => Promise<CheckedRow[]>): Promise<number> => {
    if (!worker) return 0
    const changed = await work(worker).catch((error: unknown) => {
      setRefused(error)
      return []
    })
    setRows((before) => {
      const next = [...before]
      for (const row of changed) next[row.row] = row
      return next
    })
    return changed.length
  }

  return {
    countries,
    choose: setChosen,
    name: chosen?.name,
    read,
    proposals,
    targets,
    setTargets,
    problems,
    rows,
    busy,
    refused: refused instanceof FileRefused ? refused.message : refused ? String(refused) : undefined,
    change,
    worker,
  }
}
