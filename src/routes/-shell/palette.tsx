import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useState } from 'react'
import { searchPassages } from '../../contract/search'
import { activityQueries } from '../../queries/activity'
import { agentQueries } from '../../queries/agents'
import { collectionQueries } from '../../queries/collections'
import { fileQueries } from '../../queries/files'
import { CommandDialog } from '../../ui/command-dialog'
import type { HeldTyping } from '../../ui/held-typing'
import { countOf } from '../../ui/numbers'
import { here, shownRole } from '../../ui/role'
import { chooseTheme, useTheme } from '../../ui/theme'
import { askQuestion } from '../-shared/question'
import { useNames } from '../-shared/use-names'
import { useOffered } from '../-shared/use-offered'
import { globalKeys, type Overlay } from './keys'
import type { Known } from './known-things'
import { paletteGroups } from './palette-commands'

/** Lists of the service that were read this recently, in milliseconds, are good enough to find names in. */
const FRESH_MS = 60_000

const none: readonly never[] = []

/** Goes anywhere, begins anything, finds what is known by name or id. */
export function Palette({
  onClose,
  onOpen,
  held,
}: {
  onClose: () => void
  held?: HeldTyping
  onOpen: (overlay: Overlay) => void
}) {
  const navigate = useNavigate()
  const theme = useTheme()
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text)
  // The service is asked only once somebody looks for something, and not again and again while it is silent.
  const asked = {
    enabled: text.trim() !== '',
    staleTime: FRESH_MS,
    refetchInterval: false,
    retry: false,
  } as const
  const { data: agents = none } = useQuery(agentQueries.list())
  const { data: rows = none } = useQuery(activityQueries.rows())
  const files = useQuery({ ...fileQueries.list(), ...asked })
  const collections = useQuery({ ...collectionQueries.list(), ...asked })
  const names = useNames(rows)
  const role = shownRole()
  const mayAsk = useOffered(searchPassages) !== false
  const known = useMemo<Known>(
    () => ({
      agents,
      rows,
      names,
      mayAsk,
      role,
      files: files.data?.items ?? none,
      collections: collections.data?.items ?? none,
    }),
    [agents, rows, names, mayAsk, role, files.data, collections.data],
  )
  const reading = files.isLoading || collections.isLoading
  const groups = useMemo(() => {
    const all = paletteGroups(wanted, known, theme)
    // Enter must not ask the documents for a name that is on its way.
    return reading && all.every(({ title }) => title === 'Ask') ? [] : all
  }, [wanted, known, theme, reading])
  const commands = groups.flatMap(({ commands }) => commands)
  const take = (id: string) => {
    const action = commands.find((command) => command.id === id)?.action
    if (!action) return
    if ('link' in action) void navigate(action.link)
    else if ('theme' in action) chooseTheme(action.theme)
    else if ('ask' in action) void navigate(askQuestion(action.ask))
    else onOpen(action.overlay)
  }
  const unread = (files.error && !files.data) || (collections.error && !collections.data)
  return (
    <CommandDialog
      label="Find"
      placeholder="A screen, a name, something to do, or an id"
      text={text}
      onText={setText}
      held={held}
      searched={wanted}
      groups={groups}
      onTake={take}
      onClose={onClose}
      nothing={
        reading
          ? 'Reading the files and collections'
          : `Nothing matches. Try another word, or paste an id. Names are found of what ${here()} knows, and of the files and collections of the service.`
      }
      said={countOf(commands.length, 'result')}
      remark={unread ? 'The files and collections could not be read, so they are not searched.' : undefined}
      toggleKey={globalKeys[0].key}
    />
  )
}
