import { Braces } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { CurlRequest } from '../../contract/curl'
import type { Operation } from '../../contract/operation'
import { Button } from '../../ui/button'
import { late } from './late'

const loadDialog = () => import('./request-dialog')
const RequestDialog = late(async () => (await loadDialog()).RequestDialog)

/**
 * Shows what would be sent, or was: operation, address and JSON, to be copied as a cURL line. `request` is asked when the button is pressed;
 * `then`: what follows, where this is the first of several; `typed`: it is what is typed so far, which need not be right yet.
 */
export function ShowRequest({
  operation,
  request,
  then,
  typed,
}: {
  operation: Operation
  request: () => CurlRequest
  then?: string
  typed?: boolean
}) {
  const [shown, setShown] = useState<CurlRequest | null>(null)
  // When somebody begins to work, not with the screen; and not only when it is needed, for then the server may be what is wrong.
  useEffect(() => {
    const load = () => {
      loadDialog().catch(() => undefined)
    }
    const stop = new AbortController()
    const begin = { once: true, capture: true, signal: stop.signal }
    addEventListener('pointerdown', load, begin)
    addEventListener('focusin', load, begin)
    return () => stop.abort()
  }, [])
  return (
    <>
      <Button icon={Braces} onClick={() => setShown(request())}>
        Show request
      </Button>
      {shown && (
        <RequestDialog
          operation={operation}
          request={shown}
          then={then}
          typed={typed}
          onClose={() => setShown(null)}
        />
      )}
    </>
  )
}
