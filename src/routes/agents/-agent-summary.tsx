import { type Control, useWatch } from 'react-hook-form'
import { variablesIn } from '../../contract/placeholders'
import { Notice } from '../../ui/notice'
import { Facts, Section } from '../../ui/page'
import { type AgentFormValues, undeclaredIn } from './-agent-form'
import { words } from './-new-agent-words'

const countWords = (text: string) => text.split(/\s+/).filter(Boolean).length

/** Beside the form: what would be sent, in short, and what of the prompt does not fit together. */
export function AgentSummary({ control }: { control: Control<AgentFormValues> }) {
  const values = useWatch({ control }) as AgentFormValues
  const { prompt, knowledgeBaseCollectionIds: collectionIds } = values
  const undeclared = undeclaredIn(prompt)
  const used = new Set(variablesIn(prompt.system))
  const unused = prompt.variables.map(({ name }) => name.trim()).filter((name) => name && !used.has(name))
  const knowledge = !values.useKnowledgeBase
    ? words.summary.knowledgeOff
    : collectionIds.length === 0
      ? words.summary.knowledgeNoCollection
      : words.summary.collections(collectionIds.length)
  return (
    <div className="flex flex-col gap-4 wide:sticky wide:top-4">
      <Section title={words.summary.title}>
        <Facts
          facts={[
            [words.name, values.name.trim() || <Muted>{words.summary.unnamed}</Muted>],
            [words.agentType, values.agentType],
            [
              words.summary.prompt,
              prompt.system ? (
                words.summary.promptSize(prompt.system.length, countWords(prompt.system))
              ) : (
                <Muted key="empty">{words.summary.empty}</Muted>
              ),
            ],
            [words.summary.variables, <Variables key="variables" rows={prompt.variables} />],
            [words.summary.knowledge, knowledge],
            [
              words.summary.tools,
              [...prompt.tools, ...prompt.preBuiltTools].join(', ') || <Muted>{words.summary.none}</Muted>,
            ],
          ]}
        />
      </Section>
      {undeclared.length > 0 && (
        <Notice tone="warn" title={words.summary.undeclared(undeclared.length)}>
          <p>
            {words.summary.undeclaredText}
            <code className="break-all">{undeclared.map((name) => `{{${name}}}`).join(' ')}</code>
          </p>
        </Notice>
      )}
      {unused.length > 0 && prompt.system && <Notice title={words.summary.unused + unused.join(', ')} />}
      {collectionIds.length > 0 && !values.useKnowledgeBase && (
        <Notice tone="warn" title={words.summary.collectionsUnused} />
      )}
    </div>
  )
}

function Variables({ rows }: { rows: AgentFormValues['prompt']['variables'] }) {
  const named = rows.filter(({ name }) => name.trim() !== '')
  if (named.length === 0) return <Muted>{words.summary.none}</Muted>
  return (
    <ul>
      {named.map(({ name, required, defaultValue }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity here and hold no state
        <li key={index} className="break-words">
          <code>{name.trim()}</code>
          {required && <Muted> {words.summary.required}</Muted>}
          {defaultValue && <Muted> = {defaultValue}</Muted>}
        </li>
      ))}
    </ul>
  )
}

function Muted({ children }: { children: React.ReactNode }) {
  return <span className="text-ink-muted">{children}</span>
}
