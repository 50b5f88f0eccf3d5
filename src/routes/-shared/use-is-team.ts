import { useQuery } from '@tanstack/react-query'
import { infoQueries } from '../../queries/info'

/** Whether people sign in, so that what is recorded is everybody's (D470). */
export const useIsTeam = (): boolean => useQuery(infoQueries.connection()).data?.person !== undefined
