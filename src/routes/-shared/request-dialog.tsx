import { useQuery } from '@tanstack/react-query'
import { type CurlRequest, pathWith, shellVariables, toCurl } from '../../contract/curl'
import type { Operation } from '../../contract/operation'
import { redact } from '../../contract/redact'
import { infoQueries } from '../../queries/info'
import { CodeBlock } from '../../ui/code-block'
import { CopyButton } from '../../ui/copy-button'
import { Dialog } from '../../ui/dialog'
import { Notice } from '../../ui/notice'

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
  const { data: info } = useQuery(infoQueries.connection())
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
      {JSON.stringify(redact(request.body)) !== JSON.stringify(request.body) && (
        <Notice
          tone="warn"
          title="This request may hold credentials"
          message="The copied line has them in plain text, such as the values of headers. Activity stores the request without them."
        />
      )}
      {then !== undefined && <p>{then}</p>}
      <p className="text-sm text-ink-muted">
        The copied line reads {new Intl.ListFormat('en').format(shellVariables(operation, request))} from the
        environment of your shell.{' '}
        {info?.service === 'local' &&
          (info.person
            ? 'The local service has no address of its own, and this console takes requests of people who are signed in: the line is for a service elsewhere.'
            : `The local service has no address of its own: set SERVICE_URL to ${location.origin}${document.documentElement.dataset.base ?? ''}, this console. Any text does for a key or token, as the console puts its own in.`)}
      </p>
    </Dialog>
  )
}
