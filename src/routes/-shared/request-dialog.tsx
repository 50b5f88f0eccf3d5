import { type CurlRequest, toCurl } from '../../contract/curl'
import { isPathId, type Operation } from '../../contract/operation'
import { CodeBlock } from '../../ui/code-block'
import { CopyButton } from '../../ui/copy-button'
import { Dialog } from '../../ui/dialog'

const VARIABLES: Readonly<Record<Operation['auth'], string>> = {
  apiKey: 'SERVICE_URL and SERVICE_API_KEY',
  bearer: 'SERVICE_URL and SERVICE_ACCESS_TOKEN',
  origin: 'SERVICE_URL',
  none: 'SERVICE_URL',
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
      onClose={onClose}
      title="Request"
      description={operation.summary}
      size="lg"
      footer={
        <>
          <CopyButton text={toCurl(operation, request, 'powershell')}>Copy for PowerShell</CopyButton>
          <CopyButton text={toCurl(operation, request)}>Copy as cURL</CopyButton>
        </>
      }
    >
      <code className="break-all">
        {operation.method} {path}
      </code>
      {request.body === undefined ? (
        <p className="text-ink-muted">Nothing is sent as a body.</p>
      ) : (
        <CodeBlock className="max-h-[50dvh]">{JSON.stringify(request.body, null, 2)}</CodeBlock>
      )}
      <p className="text-sm text-ink-muted">
        The copied line reads {VARIABLES[operation.auth]} from the environment of your shell.
      </p>
    </Dialog>
  )
}
