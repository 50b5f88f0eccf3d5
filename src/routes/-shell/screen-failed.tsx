import { useQuery } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { infoQueries } from '../../queries/info'
import { isPartMissing, isUpdated, reloadPage } from '../../queries/new-build'
import { Button } from '../../ui/button'
import { Page } from '../../ui/page'
import { ErrorNotice } from '../-shared/error-notice'
import { forgetFailed } from '../-shared/late'

/** The code that failed once more although the server answers: many browsers never ask again for what did not come. Then only a new page does (D868). */
let inVain: string | undefined

/** Stands in the place of a screen whose code or first data did not arrive; the rail beside it stays. It comes by itself when the server is back. */
export function ScreenFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  useEffect(forgetFailed, [])
  const { failureReason, isFetching } = useQuery(infoQueries.connection())
  const again = async () => {
    reset()
    await router.invalidate()
    if (failureReason || !isPartMissing(error)) return
    inVain = String(error)
    // Drawn once more, by which it is known whether it is still so.
    reset()
  }
  const wasAway = useRef(false)
  useEffect(() => {
    if (failureReason) wasAway.current = true
    else if (wasAway.current && !isFetching) void again()
  })
  return (
    <Page title="This screen could not be shown">
      <ErrorNotice
        error={error}
        action={
          isUpdated || inVain === String(error) ? (
            <Button onClick={reloadPage}>Reload</Button>
          ) : (
            <Button onClick={again}>Try again</Button>
          )
        }
      />
    </Page>
  )
}
