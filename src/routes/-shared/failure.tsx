import { type ReactNode, useMemo } from 'react'
import type { FieldError } from '../../contract/errors'
import { describeError } from '../../queries/describe-error'
import { Button } from '../../ui/button'
import type { FormError } from '../../ui/fields/form'
import { Notice } from '../../ui/notice'
import { ErrorNotice, errorWords, messageOf } from './error-notice'

interface FormErrorOptions {
  /** Leads the paths of the wire to those of the form, where they differ. */
  place?: (fields: readonly FieldError[]) => readonly FieldError[]
  /** Words for a write of which nobody knows whether it was done. */
  inDoubt?: { readonly title: string; readonly text: ReactNode }
  /** Leads to what was made, where it was, but the reply could not be read. */
  wayOn?: ReactNode
}

/**
 * The error of a write as a form shows it: its words at the button, its field errors on the fields. The same error gives the same object,
 * because a form takes a new one for news.
 */
export function useFormError(
  error: unknown,
  { place, inDoubt, wayOn }: FormErrorOptions = {},
): FormError | null {
  const described = error ? describeError(error) : undefined
  const doubt = described?.outcome === 'unknown' ? inDoubt : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed after this error must not move its complaints; that a doubt is over is news
  return useMemo(() => {
    if (!described) return null
    return {
      ...errorWords(described),
      ...(doubt && { title: doubt.title, message: lines(described.message, doubt.text) }),
      action: described.outcome === 'accepted' && wayOn,
      fields: place ? place(described.fields) : described.fields,
    }
  }, [error, doubt?.title])
}

/** What is said one below the other. */
export const lines = (first: ReactNode, second: ReactNode) => (
  <>
    {first}
    {'\n'}
    {second}
  </>
)

/** How something was read; that of React Query. */
export interface Reading {
  readonly error: unknown
  readonly refetch: () => unknown
  readonly isFetching: boolean
}

/** In the place of what could not be read. `title`: in place of what was attempted, where it is more. */
export function FailedState({
  query: { error, refetch, isFetching },
  title,
}: {
  query: Reading
  title?: string
}) {
  return (
    <div className="failed">
      <ErrorNotice
        error={error}
        title={title}
        action={
          <Button onClick={() => void refetch()} pending={isFetching} pendingLabel="Trying again">
            Try again
          </Button>
        }
      />
    </div>
  )
}

/** Above rows that could not be read anew: they stay, and the page goes on by itself when the service is back. */
export function StaleNotice({
  error,
  title = 'The list could not be refreshed and may be out of date.',
}: {
  error: unknown
  title?: string
}) {
  return error ? <Notice tone="warn" title={title} message={messageOf(describeError(error))} /> : null
}
