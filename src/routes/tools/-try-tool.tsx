import type { ResolverResult } from 'react-hook-form'
import type { Tool } from '../../contract/tools'
import { type TriedTool, tryTool } from '../../contract/try-tool'
import { sending } from '../../queries/write'
import { CodeBlock } from '../../ui/code-block'
import { TextField } from '../../ui/fields/inputs'
import { Notice } from '../../ui/notice'
import { formatCount } from '../../ui/numbers'
import { Facts, Section } from '../../ui/page'
import { FormDialog } from '../-shared/form-dialog'
import { keyOf } from '../-shared/variable-values'

interface Values {
  /** By `keyOf(name)`. */
  values: Record<string, string | undefined>
}

/** Calls a tool once with sample values, from the service, and shows what was sent and answered. */
export function TryToolDialog({ tool, onClose }: { tool: Tool; onClose: () => void }) {
  const variables = (tool.structure?.variables ?? []).filter(({ name }) => name !== undefined)
  const given = ({ values }: Values) =>
    Object.fromEntries(
      variables
        .map(({ name = '' }) => [name, values[keyOf(name)] ?? ''] as const)
        .filter(([, value]) => value !== ''),
    )
  const resolver = ({ values }: Values): ResolverResult<Values> => {
    const missing = variables.filter(
      ({ name = '', required }) => required && (values[keyOf(name)] ?? '').trim() === '',
    )
    if (missing.length === 0) return { values: { values }, errors: {} }
    const errors = missing.map(({ name = '' }) => [
      keyOf(name),
      { type: 'required', message: `${name} is needed` },
    ])
    return { values: {}, errors: { values: Object.fromEntries(errors) } }
  }
  return (
    <FormDialog
      title={`Try ${tool.name ?? 'the tool'}`}
      text="The service sends one real request, which may change something there."
      size="lg"
      submit="Try the call"
      values={{ values: {} } as Values}
      resolver={resolver}
      mutation={sending(tryTool)}
      operation={tryTool}
      toInput={(values: Values) => ({ params: { toolId: tool.id }, body: { variables: given(values) } })}
      onClose={onClose}
      // The result is shown here.
      onDone={() => undefined}
    >
      {(form, { data }) => (
        <>
          {variables.map(({ name = '', required, description }) => (
            <TextField
              key={name}
              control={form.control}
              name={`values.${keyOf(name)}`}
              label={name}
              required={required}
              hint={description}
            />
          ))}
          {data && <Result tried={data} />}
        </>
      )}
    </FormDialog>
  )
}

const pretty = (text: string) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function Result({ tried: { request, status, answer, error, tookMs } }: { tried: TriedTool }) {
  const headers = Object.entries(request.headers)
  return (
    <Section title="Result">
      <div role="status" className="flex flex-col gap-3">
        {error && <Notice tone="error" title={error} />}
        <Facts
          facts={{
            Request: (
              <code className="break-all">
                {request.method} {request.url}
              </code>
            ),
            Headers: headers.length > 0 && (
              <code className="break-all">{headers.map((header) => header.join(': ')).join(', ')}</code>
            ),
            'Body sent': request.body && <CodeBlock className="max-h-48">{pretty(request.body)}</CodeBlock>,
            Status: status,
            Time: tookMs !== undefined && `${formatCount(Math.round(tookMs))} ms`,
            Answer: answer ? (
              <CodeBlock className="max-h-72">{pretty(answer)}</CodeBlock>
            ) : (
              !error && 'The answer is empty.'
            ),
          }}
        />
      </div>
    </Section>
  )
}
