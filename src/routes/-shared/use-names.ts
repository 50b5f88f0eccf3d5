import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type ActivityRow, namesIn } from '../../queries/activity'
import { agentQueries } from '../../queries/agents'
import { collectionQueries } from '../../queries/collections'
import { fileQueries } from '../../queries/files'
import { labNameKey, type Names } from './record-target'

const nothing: readonly ActivityRow[] = []

const once = { staleTime: Number.POSITIVE_INFINITY, refetchInterval: false } as const

/**
 * The names by id that are known without asking the service: those of the record itself, of the known agents, and of lists that another
 * screen has read. So the record can be read while the service is silent. `reads`: a list that was not read, and that names something of
 * the record, is read once.
 */
export function useNames(rows: readonly ActivityRow[] = nothing, { reads = false } = {}): Names {
  const { data: agents } = useQuery(agentQueries.list())
  const own = useMemo(() => namesIn(rows), [rows])
  const [lacksFile, lacksCollection] = useMemo(
    () =>
      (['fileId', 'collectionId'] as const).map(
        (id) => reads && rows.some(({ target }) => target[id] !== undefined && !own.has(target[id])),
      ),
    [reads, rows, own],
  )
  const { data: files } = useQuery({ ...fileQueries.list(), ...once, enabled: lacksFile })
  const { data: collections } = useQuery({
    ...collectionQueries.list(),
    ...once,
    enabled: lacksCollection,
  })
  return useMemo(() => {
    const names = new Map(own)
    for (const { fileId, fileName } of files?.items ?? []) if (fileName) names.set(fileId, fileName)
    for (const { id, name } of collections?.items ?? []) if (name) names.set(id, name)
    for (const { agentId, testingLabId, name } of agents ?? []) {
      names.set(agentId, name)
      if (testingLabId) names.set(labNameKey(String(testingLabId)), name)
    }
    return names
  }, [own, agents, files, collections])
}
