import { Link } from '@tanstack/react-router'
import { Eye, EyeOff, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { placeholdersIn } from '../../contract/placeholders'
import { headersOf } from '../../contract/tool-texts'
import type { ToolStructure, ToolVariable } from '../../contract/tools'
import { StatusBadge } from '../../ui/badge'
import { Button, buttonClass } from '../../ui/button'
import { CodeBlock } from '../../ui/code-block'
import { IdText } from '../../ui/id-text'
import { countOf } from '../../ui/numbers'
import { Facts, Section } from '../../ui/page'
import { here } from '../../ui/role'
import { SidePanel } from '../../ui/side-panel'
import { TimeText } from '../../ui/time-text'
import { Details } from '../-shared/details'
import { notHere } from '../-shared/not-here'
import { OtherFields } from '../-shared/other-fields'
import { looksSecret, maskedAddress, type ToolRow, type ToolUser } from './-tool-checks'
import { Checks } from './-tool-findings'

/** One tool: what it calls, what was found about it, and who uses it. */
export function ToolPanel({
  row,
  readAll,
  countedAgents = 0,
  actions,
  onClose,
}: {
  row: ToolRow | undefined
  /** What can be done with the tool, where the service offers it. */
  actions?: ReactNode
  /** What reads the rest of the list, where there is more of it. */
  readAll: ReactNode
  /** Of how many agents the service's versions were looked through. */
  countedAgents?: number
  onClose: () => void
}) {
  const tool = row?.tool
  // Notes alone are no finding.
  const isFaulty = row?.checks.some(({ severity }) => severity !== 'note')
  const missing = notHere('tool')
  return (
    <SidePanel
      onClose={onClose}
      title={
        tool
          ? (tool.name ?? 'Tool without a name')
          : readAll
            ? 'This tool is not among those loaded'
            : missing.title
      }
      description={tool?.description}
      footer={tool && actions}
    >
      {row && tool ? (
        <>
          {isFaulty && <Checks checks={row.checks} />}
          {tool.structure ? (
            <Request structure={tool.structure} speech={tool.speech} />
          ) : (
            <Facts facts={{ Speech: tool.speech }} />
          )}
          {tool.structure && <Variables variables={tool.structure.variables} />}
          <UsedBy users={row.users} slug={tool.slug} countedAgents={countedAgents} />
          {!isFaulty && <Checks checks={row.checks} />}
          <Details>
            <Facts
              facts={{
                Slug: tool.slug && <IdText id={tool.slug} name="slug" whole />,
                'Tool id': <IdText id={tool.id} name="tool id" whole />,
                Created: tool.createdAt && <TimeText time={tool.createdAt} />,
                Updated: tool.updatedAt && <TimeText time={tool.updatedAt} />,
              }}
            />
            <OtherFields fields={tool.other} />
          </Details>
        </>
      ) : (
        <div className="flex flex-col items-start gap-2">
          <p>
            {readAll
              ? 'It may be on a later page of the list, or be gone. Load all tools to look for it.'
              : missing.context}
          </p>
          {readAll}
        </div>
      )}
    </SidePanel>
  )
}

function Request({ structure, speech }: { structure: ToolStructure; speech: string | undefined }) {
  const declared = new Set(structure.variables.map(({ name = '' }) => name))
  const headers = headersOf(structure)
  return (
    <Section title="Request">
      <Facts
        facts={{
          Speech: speech,
          Method: structure.method && <code>{structure.method}</code>,
          URL: structure.url && (
            <Masked
              name="URL"
              masked={maskedAddress(structure.url)}
              text={structure.url}
              declared={declared}
            />
          ),
          Headers:
            headers.length === 0 ? (
              'None'
            ) : (
              <ul className="flex flex-col gap-1">
                {headers.map((header, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a header may come twice, and the list never moves
                  <li key={at}>
                    <Masked
                      name={header.name}
                      label={header.name && `${header.name}: `}
                      masked={looksSecret(header) ? '••••••••' : header.value}
                      text={header.value}
                      declared={declared}
                    />
                    {header.other && <OtherFields fields={header.other} />}
                  </li>
                ))}
              </ul>
            ),
          Body: <Body body={structure.body} declared={declared} />,
          Timeout: structure.timeout !== undefined && (
            <span title="The interface does not name the unit.">{countOf(structure.timeout, 'second')}</span>
          ),
        }}
      />
      <OtherFields fields={structure.other} />
    </Section>
  )
}

/** A text with a secret in it is `masked` until it is asked for. `name`: what the button says it shows. */
function Masked({
  name,
  label,
  masked,
  text,
  declared,
}: {
  name: string
  label?: string
  masked: string
  text: string
  declared: ReadonlySet<string>
}) {
  const [shown, setShown] = useState(false)
  return (
    <span className="inline-flex max-w-full items-center gap-1 font-mono">
      <span className="min-w-0 break-all">
        {label}
        <VariableText text={shown ? text : masked} declared={declared} />
      </span>
      {masked !== text && (
        <Button
          size="sm"
          variant="quiet"
          icon={shown ? EyeOff : Eye}
          onClick={() => setShown(!shown)}
          aria-label={`${shown ? 'Hide' : 'Show'} ${name}`}
        >
          {shown ? 'Hide' : 'Show'}
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
  if (isEmpty(body)) return 'None'
  return (
    <CodeBlock className="max-h-72">
      <VariableText
        text={typeof body === 'string' ? body : JSON.stringify(body, null, 2)}
        declared={declared}
      />
    </CodeBlock>
  )
}

function Variables({ variables }: { variables: readonly ToolVariable[] }) {
  if (variables.length === 0) return <Section title="Variables" hint="The tool has no variables." />
  return (
    <Section title="Variables">
      <table aria-label="Variables" className="w-full text-sm">
        <thead className="text-start text-ink-muted">
          <tr>
            {['Name', 'Type', 'Required', 'Description'].map((header) => (
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
              <td className="py-1 pr-3">{variable.required ? 'Yes' : 'No'}</td>
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

function UsedBy({
  users,
  slug,
  countedAgents,
}: {
  users: readonly ToolUser[]
  slug: string | undefined
  countedAgents: number
}) {
  return (
    <Section
      title="Used by"
      hint={
        countedAgents > 0
          ? `Versions of ${countOf(countedAgents, 'agent')} of the service, and versions stored in ${here()}.`
          : `Versions created or added in ${here()}.`
      }
      action={
        slug && (
          <Link to="/agents/new" search={{ tool: slug }} className={buttonClass('secondary', 'sm')}>
            <Plus size={16} aria-hidden />
            Use in a new agent
          </Link>
        )
      }
    >
      {users.length === 0 ? (
        <p className="text-sm">No agent is known to use it.</p>
      ) : (
        <ul className="flex flex-col gap-1 text-sm">
          {users.map(({ agentId, name, deployed }) => (
            <li key={agentId} className="flex flex-wrap items-center gap-2">
              <Link to="/agents/$agentId" params={{ agentId }} className={buttonClass('link')}>
                {name}
              </Link>
              {deployed && <StatusBadge tone="good">In the deployed version</StatusBadge>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** A text of a tool with its `{{variables}}` marked; those that are declared nowhere stand out by a wavy line too. */
function VariableText({ text, declared }: { text: string; declared: ReadonlySet<string> }) {
  const found = placeholdersIn(text)
  if (found.length === 0) return text
  return (
    <>
      {found.map(({ name, start, end, fault }, at) => (
        <span key={start}>
          {text.slice(found[at - 1]?.end ?? 0, start)}
          <mark
            className={
              fault || !declared.has(name)
                ? 'rounded-sm bg-busy-soft text-busy underline decoration-wavy underline-offset-2'
                : 'rounded-sm bg-accent-soft text-accent'
            }
          >
            {text.slice(start, end)}
          </mark>
        </span>
      ))}
      {text.slice(found.at(-1)?.end)}
    </>
  )
}
