import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { importOwn, noteAnswer, teamImport } from '../../queries/team-import'
import { Button } from '../../ui/button'
import { countOf } from '../../ui/numbers'
import { toast } from '../../ui/toast-store'
import { ErrorNotice } from './error-notice'
import { tellElsewhere } from './waiting'

/** What there is, without what there is none of. */
const wordsOf = ({ agents, writes }: { agents: number; writes: number }) =>
  [agents > 0 && countOf(agents, 'agent'), writes > 0 && countOf(writes, 'write')]
    .filter(Boolean)
    .join(' and ') || 'records'

const useImport = (onError?: (error: Error) => void) =>
  useMutation({
    ...importOwn(),
    onError,
    onSuccess: (added) =>
      toast({
        title: added === 0 ? 'Your team has all of it already' : `${countOf(added, 'record')} imported`,
      }),
  })

/** Says once in each browser that it recorded something before people signed in, which the team does not see. */
export function OfferImport() {
  const client = useQueryClient()
  const { data: own } = useQuery(teamImport())
  const { mutate } = useImport(tellElsewhere)
  const isOffered = own && !own.answer
  useEffect(() => {
    if (!isOffered) return
    void noteAnswer(client, 'not wanted')
    toast({
      tone: 'info',
      title: `This browser remembers ${wordsOf(own)}`,
      message: 'Your team does not see them. They can be imported now, or in Settings.',
      action: { label: 'Import', onSelect: () => mutate() },
    })
  }, [isOffered, own, client, mutate])
  return null
}

/** The same where somebody looks for it. */
export function ImportOwn() {
  const { data: own } = useQuery(teamImport())
  const importing = useImport()
  if (!own) return null
  return (
    <div className="flex flex-col items-start gap-2">
      <p>{`This browser remembers ${wordsOf(own)} from before, which your team ${own.answer === 'imported' ? 'has' : 'does not see'}.`}</p>
      <Button onClick={() => importing.mutate()} pending={importing.isPending}>
        Import for the team
      </Button>
      <ErrorNotice error={importing.error} />
    </div>
  )
}
