import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type ActivityRow, namesIn } from '../../queries/activity'
import { agentQueries } from '../../queries/agents'
import { collectionQueries } from '../../queries/collections'
import { fileQueries } from '../../queries/files'
import { labNameKey, type Names } from './record-target'

const nothing: readonly ActivityRow[] = []

/**
 * The names by id that are known without asking the service: those of the record itself, of the known agents, and of lists that another
 * screen has read. So the record can be read while the service is silent, and costs it nothing.
 */
export function useNames(rows: readonly ActivityRow[] = nothing): Names {
  const { data: agents } = useQuery(agentQueries.list())
  const { data: files } = useQuery({ ...fileQueries.list(), enabled: false })
  const { data: collections } = useQuery({ ...collectionQueries.list(), enabled: false })
  return useMemo(() => {
    const names = new Map(namesIn(rows))
    for (const { fileId, fileName } of files?.items ?? []) if (fileName) names.set(fileId, fileName)
    for (const { id, name } of collections?.items ?? []) if (name) names.set(id, name)
    for (const { agentId, testingLabId, name } of agents ?? []) {
      names.set(agentId, name)
      if (testingLabId !== undefined) names.set(labNameKey(String(testingLabId)), name)
    }
    return names
  }, [rows, agents, files, collections])
}
