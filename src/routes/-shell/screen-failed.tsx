import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { Button } from '../../ui/button'
import { Page } from '../../ui/page'
import { shownRole } from '../../ui/role'
import { ErrorNotice } from '../-shared/error-notice'

/** Stands in the place of a screen whose code or first data did not arrive; the rail beside it stays. */
export function ScreenFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const again = () => {
    reset()
    void router.invalidate()
  }
  const onBack = useEffectEvent(again)
  useEffect(() => {
    // Without a session the server gives out no code either; whoever signs in again goes on (D664).
    if (!shownRole()) return
    const leaving = new AbortController()
    import('../../queries/session').then(
      async ({ untilSignedInAgain }) => (await untilSignedInAgain(leaving.signal)) && onBack(),
      () => undefined,
    )
    return () => leaving.abort()
  }, [])
  return (
    <Page title="This screen could not be shown">
      <ErrorNotice error={error} action={<Button onClick={again}>Try again</Button>} />
    </Page>
  )
}
