import { type CurlRequest, pathWith, shellVariables, toCurl } from '../../contract/curl'
import type { Operation } from '../../contract/operation'
import { CodeBlock } from '../../ui/code-block'
import { CopyButton } from '../../ui/copy-button'
import { Dialog } from '../../ui/dialog'

/** A request in full, readable and to be copied. */
export function RequestDialog({
  operation,
  request,
  then,
  onClose,
}: {
  operation: Operation
  request: CurlRequest
  then?: string
  onClose: () => void
}) {
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
        {operation.method} {pathWith(operation, request, (_, braces) => braces)}
      </code>
      {request.body === undefined ? (
        <p className="text-ink-muted">Nothing is sent as a body.</p>
      ) : (
        <CodeBlock className="max-h-[50dvh]">{JSON.stringify(request.body, null, 2)}</CodeBlock>
      )}
      {then !== undefined && <p>{then}</p>}
      <p className="text-sm text-ink-muted">
        The copied line reads {new Intl.ListFormat('en').format(shellVariables(operation, request))} from the
        environment of your shell.
      </p>
    </Dialog>
  )
}
