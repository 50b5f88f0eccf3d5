import { useQuery } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { infoQueries } from '../../queries/info'
import { isUpdated, reloadPage } from '../../queries/new-build'
import { Button } from '../../ui/button'
import { Page } from '../../ui/page'
import { ErrorNotice } from '../-shared/error-notice'
import { forgetFailed } from '../-shared/late'

/** Stands in the place of a screen whose code or first data did not arrive; the rail beside it stays. It comes by itself when the server is back. */
export function ScreenFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  useEffect(forgetFailed, [])
  const again = () => {
    reset()
    void router.invalidate()
  }
  const { failureReason, isFetching } = useQuery(infoQueries.connection())
  const wasAway = useRef(false)
  useEffect(() => {
    if (failureReason) wasAway.current = true
    else if (wasAway.current && !isFetching) again()
  })
  return (
    <Page title="This screen could not be shown">
      <ErrorNotice
        error={error}
        action={
          isUpdated ? (
            <Button onClick={reloadPage}>Reload</Button>
          ) : (
            <Button onClick={again}>Try again</Button>
          )
        }
      />
    </Page>
  )
}
