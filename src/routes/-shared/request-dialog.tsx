import { type CurlRequest, toCurl } from '../../contract/curl'
import { isPathId, type Operation } from '../../contract/operation'
import { CopyButton } from '../../ui/copy-button'
import { Dialog } from '../../ui/dialog'

const words = {
  title: 'Request',
  nothingSent: 'Nothing is sent as a body.',
  curlHint:
    'The cURL line takes address and key from the variables SERVICE_URL and SERVICE_API_KEY of your shell.',
}

/** A request in full, readable and to be copied. */
export function RequestDialog({
  operation,
  request,
  onClose,
}: {
  operation: Operation
  request: CurlRequest
  onClose: () => void
}) {
  const path = operation.path.replace(/\{(\w+)\}/g, (braces, name: string) => {
    const value = request.params?.[name] ?? ''
    return isPathId(value) ? value : braces
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={words.title}
      description={operation.summary}
      size="lg"
      footer={<CopyButton text={toCurl(operation, request)}>Copy as cURL</CopyButton>}
    >
      <code className="break-all">
        {operation.method} {path}
      </code>
      {request.body === undefined ? (
        <p className="text-ink-muted">{words.nothingSent}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <pre tabIndex={0} className="max-h-[50dvh] overflow-auto rounded-md bg-surface-sunken p-2 text-sm">
          {JSON.stringify(request.body, null, 2)}
        </pre>
      )}
      <p className="text-sm text-ink-muted">{words.curlHint}</p>
    </Dialog>
  )
}
