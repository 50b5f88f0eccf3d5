import { Link } from '@tanstack/react-router'
import { Eye, EyeOff, Plus, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { headersOf, type ToolHeader } from '../../contract/tool-texts'
import type { ToolStructure, ToolVariable } from '../../contract/tools'
import { StatusBadge, type Tone } from '../../ui/badge'
import { Button, buttonClass } from '../../ui/button'
import { findRow } from '../../ui/data-table'
import { IdText } from '../../ui/id-text'
import { OtherFields } from '../../ui/other-fields'
import { Facts, Section } from '../../ui/page'
import { SidePanel } from '../../ui/side-panel'
import { TimeText } from '../../ui/time-text'
import { looksSecret, type ToolCheck } from './-tool-checks'
import type { ToolRow } from './-tool-columns'
import type { ToolUser } from './-tool-users'
import { words as list } from './-tool-words'
import { VariableText } from './-variable-text'

const words = list.panel

/** Everything that is known of one tool: what it calls, what was found about it, and who uses it. */
export function ToolPanel({
  id,
  row,
  readAll,
  onClose,
}: {
  id: string
  row: ToolRow | undefined
  /** What reads the rest of the list, where there is more of it. */
  readAll: ReactNode
  onClose: () => void
}) {
  const tool = row?.tool
  return (
    <SidePanel
      open
      onOpenChange={(open) => !open && onClose()}
      title={tool ? (tool.name ?? words.unnamed) : words.gone}
      description={tool?.description}
      returnFocus={() => findRow(list.title, id)}
      footer={
        tool?.slug && (
          <Link to="/agents/new" search={{ tool: tool.slug }} className={buttonClass('secondary')}>
            <Plus size={16} aria-hidden />
            {words.use}
          </Link>
        )
      }
    >
      {row && tool ? (
        <>
          <Checks checks={row.checks} />
          <Facts
            facts={[
              [words.slug, tool.slug && <IdText id={tool.slug} name="slug" whole />],
              [words.speech, tool.speech || undefined],
              [words.id, <IdText key="id" id={tool.id} name="tool id" />],
              [words.created, tool.createdAt && <TimeText time={tool.createdAt} />],
              [words.updated, tool.updatedAt && <TimeText time={tool.updatedAt} />],
            ]}
          />
          {tool.structure && <Request structure={tool.structure} />}
          {tool.structure && <Variables variables={tool.structure.variables} />}
          <UsedBy users={row.users} />
          <OtherFields fields={tool.other} />
        </>
      ) : (
        <div className="flex flex-col items-start gap-2">
          <p>{readAll ? words.laterText : words.goneText}</p>
          {readAll}
        </div>
      )}
    </SidePanel>
  )
}

const TONES: Readonly<Record<ToolCheck['severity'], Tone>> = {
  error: 'bad',
  warning: 'busy',
  note: 'unknown',
}
const SEVERITIES = { error: 'Error', warning: 'Warning', note: 'Note' } as const

function Checks({ checks }: { checks: readonly ToolCheck[] }) {
  return (
    <Section title={words.checks}>
      {checks.length === 0 ? (
        <p className="text-sm text-ink-muted">{list.clean}</p>
      ) : (
        <ul className="flex flex-col gap-2 text-sm">
          {checks.map(({ kind, severity, message }) => (
            <li key={`${kind} ${message}`} className="flex items-start gap-2">
              <StatusBadge tone={TONES[severity]} icon={severity === 'warning' ? TriangleAlert : undefined}>
                {SEVERITIES[severity]}
              </StatusBadge>
              <span className="min-w-0 pt-0.5 wrap-break-word">{message}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Request({ structure }: { structure: ToolStructure }) {
  const declared = new Set(structure.variables.map(({ name = '' }) => name))
  const headers = headersOf(structure)
  return (
    <Section title={words.request}>
      <Facts
        facts={[
          [words.method, structure.method && <code>{structure.method}</code>],
          [
            words.url,
            structure.url && (
              <code className="break-all">
                <VariableText text={structure.url} declared={declared} />
              </code>
            ),
          ],
          [
            words.headers,
            headers.length === 0 ? (
              words.noHeaders
            ) : (
              <ul key="headers" className="flex flex-col gap-1">
                {headers.map((header, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a header may come twice, and the list never moves
                  <li key={at}>
                    <Header header={header} declared={declared} />
                    {header.other && <OtherFields fields={header.other} />}
                  </li>
                ))}
              </ul>
            ),
          ],
          [words.body, <Body key="body" body={structure.body} declared={declared} />],
          [words.timeout, structure.timeout !== undefined && words.timeoutUnit(structure.timeout)],
        ]}
      />
      <OtherFields fields={structure.other} />
    </Section>
  )
}

/** A header; a value that looks like a secret is masked until it is asked for. */
function Header({ header, declared }: { header: ToolHeader; declared: ReadonlySet<string> }) {
  const [shown, setShown] = useState(false)
  const secret = looksSecret(header)
  return (
    <span className="inline-flex max-w-full items-center gap-1 font-mono">
      <span className="min-w-0 break-all">
        {header.name && `${header.name}: `}
        {secret && !shown ? '••••••••' : <VariableText text={header.value} declared={declared} />}
      </span>
      {secret && (
        <Button
          size="sm"
          variant="quiet"
          icon={shown ? EyeOff : Eye}
          onClick={() => setShown(!shown)}
          aria-label={shown ? words.hide(header.name) : words.show(header.name)}
        >
          {shown ? words.hideShort : words.showShort}
        </Button>
      )}
    </span>
  )
}

const isEmpty = (body: unknown) =>
  body === undefined ||
  body === '' ||
  (typeof body === 'object' && (body === null || Object.keys(body).length === 0))

function Body({ body, declared }: { body: unknown; declared: ReadonlySet<string> }): ReactNode {
  if (isEmpty(body)) return words.noBody
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre tabIndex={0} className="max-h-72 overflow-auto rounded-md bg-surface-sunken p-2">
      <VariableText
        text={typeof body === 'string' ? body : JSON.stringify(body, null, 2)}
        declared={declared}
      />
    </pre>
  )
}

function Variables({ variables }: { variables: readonly ToolVariable[] }) {
  const { name, type, required, description } = words.variableColumns
  if (variables.length === 0)
    return (
      <Section title={words.variables}>
        <p className="text-sm text-ink-muted">{words.noVariables}</p>
      </Section>
    )
  return (
    <Section title={words.variables}>
      <table aria-label={words.variables} className="w-full text-sm">
        <thead className="text-start text-ink-muted">
          <tr>
            {[name, type, required, description].map((header) => (
              <th key={header} scope="col" className="pr-3 text-start font-normal">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="align-top">
          {variables.map((variable, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names may come twice, and the list never moves
            <tr key={at} className="border-t border-line">
              <td className="py-1 pr-3 font-mono wrap-break-word">{variable.name ?? '–'}</td>
              <td className="py-1 pr-3 font-mono">{variable.type ?? '–'}</td>
              <td className="py-1 pr-3">{variable.required ? words.yes : words.no}</td>
              <td className="py-1 wrap-break-word">
                {variable.description}
                <OtherFields fields={variable.other} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

function UsedBy({ users }: { users: readonly ToolUser[] }) {
  return (
    <Section title={words.usedBy} hint={words.unusedHint}>
      {users.length === 0 ? (
        <p className="text-sm">{words.unused}</p>
      ) : (
        <ul className="flex flex-col gap-1 text-sm">
          {users.map(({ agentId, name, deployed }) => (
            <li key={agentId} className="flex flex-wrap items-center gap-2">
              <Link to="/agents/$agentId" params={{ agentId }} className={buttonClass('link')}>
                {name}
              </Link>
              {deployed && <StatusBadge tone="good">{words.deployed}</StatusBadge>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
