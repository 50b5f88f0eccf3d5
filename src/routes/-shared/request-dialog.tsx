import { useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { type CurlRequest, pathWith, shellVariables, toCurl } from '../../contract/curl'
import { madeElsewhere, type Operation, type SchemaOf } from '../../contract/operation'
import { leftOut, redact } from '../../contract/redact'
import { isWire } from '../../contract/reply'
import { schemaOf } from '../../contract/schema'
import { infoQueries } from '../../queries/info'
import { CodeBlock } from '../../ui/code-block'
import { CopyButton } from '../../ui/copy-button'
import { Dialog } from '../../ui/dialog'
import { Notice } from '../../ui/notice'

type Texts = Readonly<Record<string, z.ZodMiniType>>
const refuses = (schema: z.ZodMiniType | undefined, value: unknown) =>
  schema?.safeParse(value).success === false

/** Without the empty fields that the operation refuses: a form holds those back and sends none. */
function withoutEmpty({ sendsBody }: Operation, request: CurlRequest): CurlRequest {
  if (!isWire(request.body) || !sendsBody || sendsBody === madeElsewhere) return request
  const { shape = {} } = schemaOf<z.ZodMiniObject<Texts>>(sendsBody as SchemaOf<z.ZodMiniObject<Texts>>)
  const sent = Object.entries(request.body).filter(
    ([name, value]) => (value !== '' && value !== null) || !refuses(shape[name], value),
  )
  return { ...request, body: Object.fromEntries(sent) }
}

/** A request in full, readable and to be copied. */
export function RequestDialog({
  operation,
  request: given,
  then,
  typed,
  onClose,
}: {
  operation: Operation
  request: CurlRequest
  then?: string
  typed?: boolean | undefined
  onClose: () => void
}) {
  const request = typed ? withoutEmpty(operation, given) : given
  const { data: info } = useQuery(infoQueries.connection())
  const list = new Intl.ListFormat('en')
  const missing = leftOut(request.body)
  // A form that changes a record sends what was changed.
  const isIdle =
    typed && operation.method === 'PATCH' && isWire(request.body) && !Object.keys(request.body)[0]
  return (
    <Dialog
      onClose={onClose}
      title="Request"
      description={operation.summary}
      size="lg"
      footer={
        !isIdle && (
          <>
            <CopyButton text={toCurl(operation, request, 'powershell')}>Copy for PowerShell</CopyButton>
            <CopyButton text={toCurl(operation, request)}>Copy as cURL</CopyButton>
          </>
        )
      }
    >
      <code className="break-all">
        {operation.method} {pathWith(operation, request, (_, braces) => braces)}
      </code>
      {request.body === undefined ? (
        <p className="text-ink-muted">Nothing is sent as a body.</p>
      ) : isIdle ? (
        <p className="text-ink-muted">No changes yet, so there is nothing to send.</p>
      ) : (
        <CodeBlock className="max-h-[50dvh]">{JSON.stringify(request.body, null, 2)}</CodeBlock>
      )}
      {missing.length > 0 && (
        <Notice
          tone="warn"
          title="Secrets are not stored"
          message={`The copied line stops until you write ${list.format(missing)} into it.`}
        />
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
        The copied line reads {list.format(shellVariables(operation, request))} from the environment of your
        shell.{' '}
        {info?.service === 'local' &&
          (info.person
            ? 'With sign-in, this command works only against another service.'
            : `The local service has no address of its own: set SERVICE_URL to ${location.origin}${document.documentElement.dataset.base ?? ''}, this console. Any text does for a key or token, as the console puts its own in.`)}
      </p>
    </Dialog>
  )
}
