import { useQuery } from '@tanstack/react-query'
import { probeService } from '../../queries/service-health'

/** For a screen that asks the service nothing that it must answer: asks whether it answers, for the rail to say. */
export const useProbe = (isWanted = true) => useQuery({ ...probeService(isWanted), staleTime: 5_000 })
