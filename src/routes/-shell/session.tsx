import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { infoQueries } from '../../queries/info'
import { followSession, isSignedOut, lookForSession, subscribeSession } from '../../queries/session'
import { announce } from '../../ui/announce'
import { IconButton } from '../../ui/button'
import { late } from '../-shared/late'
import { SignInDialog } from './sign-in-dialog'

const OfferImport = late(async () => (await import('../-shared/team-import')).OfferImport)

function usePerson() {
  return useQuery({ ...infoQueries.connection(), select: ({ person }) => person }).data
}

/** Over every screen: what an operator may import, and once the session has ended, the way to sign in. */
export function SessionDialogs() {
  const client = useQueryClient()
  const router = useRouter()
  const signedOut = useSyncExternalStore(subscribeSession, isSignedOut)
  const person = usePerson()
  const wasOut = useRef(false)
  useEffect(() => followSession(client), [client])
  const hasFailed = useRouterState({
    select: ({ matches }) => matches.some(({ status }) => status === 'error'),
  })
  useEffect(() => {
    // Code that the gate kept back does not say why it is missing (D664).
    if (hasFailed) void lookForSession(client)
  }, [hasFailed, client])
  useEffect(() => {
    if (wasOut.current && !signedOut) {
      announce('Signed in')
      // A screen may have failed because its code was refused.
      void router.invalidate()
    }
    wasOut.current = signedOut
  }, [signedOut, router])
  return (
    <>
      {person?.role === 'operator' && <OfferImport />}
      {signedOut && <SignInDialog signIn={person?.signIn} />}
    </>
  )
}

const WORDS = { operator: 'Operator', viewer: 'Viewer' }

/** At the foot of the rail: who is signed in, and the way out. */
export function SignedIn({ onSignOut }: { onSignOut: () => void }) {
  const person = usePerson()
  const signedOut = useSyncExternalStore(subscribeSession, isSignedOut)
  if (!person) return null
  const { name, role, signIn } = person
  return (
    <div className="flex items-center gap-2">
      <div className="min-w-0 grow">
        <p className="truncate text-ink" title={name}>
          {signIn === 'password' ? WORDS[role] : name}
        </p>
        <p>{signedOut ? 'Session ended' : signIn === 'password' ? 'Signed in' : WORDS[role]}</p>
      </div>
      <IconButton
        icon={LogOut}
        label="Sign out"
        aria-haspopup="dialog"
        data-leaves-menu
        onClick={onSignOut}
        className="size-8 hover:text-ink"
      />
    </div>
  )
}
