import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isUpdated, reloadPage } from '../../queries/new-build'
import { Button } from '../../ui/button'
import { Page } from '../../ui/page'
import { ErrorNotice } from '../-shared/error-notice'
import { forgetFailed } from '../-shared/late'

/** Stands in the place of a screen whose code or first data did not arrive; the rail beside it stays. */
export function ScreenFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  useEffect(forgetFailed, [])
  const again = () => {
    reset()
    void router.invalidate()
  }
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
