import { useDeferredValue } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { Section } from '../../ui/page'
import type { AgentFormValues } from './-agent-form'
import { words as fields } from './-new-agent-words'
import { words } from './-new-version-words'
import { changedFields, changedLines, type FieldChange } from './-version-difference'

const labels: Readonly<Record<FieldChange['field'], string>> = {
  system: fields.systemPrompt,
  variables: fields.variables,
  tools: fields.tools,
  preBuiltTools: fields.preBuiltTools,
  useKnowledgeBase: fields.useKnowledgeBase,
  knowledgeBaseCollectionIds: fields.collections,
  voicemailMessage: fields.voicemail,
  overrideSTTConfig: fields.overrideStt,
  sttConfigId: fields.sttConfigId,
  ttsConfigId: fields.ttsConfigId,
  llmConfigId: fields.llmConfigId,
  voiceId: fields.voiceId,
}

/** Beside the form of a new version: what it changes against the one it starts from. */
export function VersionChanges({
  control,
  before,
}: {
  control: Control<AgentFormValues>
  before: AgentFormValues
}) {
  const values = useDeferredValue(useWatch({ control }) as AgentFormValues)
  const changes = changedFields(before, values)
  return (
    <div className="mb-4">
      <Section title={words.changes.title}>
        {changes.length === 0 ? (
          <p className="text-sm text-ink-muted">{words.changes.none}</p>
        ) : (
          <dl className="flex flex-col gap-2 text-sm">
            {changes.map(({ field, before: was, after }) => (
              <div key={field}>
                <dt className="text-ink-muted">{labels[field]}</dt>
                <dd>
                  <Lines before={was} after={after} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Section>
    </div>
  )
}

function Lines({ before, after }: { before: string; after: string }) {
  const { head, removed, added, tail } = changedLines(before, after)
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-80 overflow-auto rounded-md border border-line break-words whitespace-pre-wrap"
    >
      {head > 0 && <p className="px-2 text-ink-muted">{words.changes.same(head)}</p>}
      {removed.length > 0 && (
        <del className="block bg-bad-soft px-2 no-underline">
          <span className="sr-only">{words.changes.before}: </span>− {removed.join('\n− ')}
        </del>
      )}
      {added.length > 0 && (
        <ins className="block bg-good-soft px-2 no-underline">
          <span className="sr-only">{words.changes.now}: </span>+ {added.join('\n+ ')}
        </ins>
      )}
      {tail > 0 && <p className="px-2 text-ink-muted">{words.changes.same(tail)}</p>}
    </div>
  )
}
