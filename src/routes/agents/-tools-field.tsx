import { useQuery } from '@tanstack/react-query'
import type { Control } from 'react-hook-form'
import { infoQueries } from '../../queries/info'
import type { Suggestion as KnownId } from '../../queries/suggestions'
import { toolQueries } from '../../queries/tools'
import { IdsField } from '../../ui/fields/ids-field'
import { formatCount } from '../../ui/numbers'
import { ErrorNotice } from '../-error-notice'
import { offered } from '../-known-ids'
import type { AgentFormValues } from './-agent-form'
import { words } from './-new-agent-words'

/** The custom tools of a version, in order: picked from the list by name or slug, or typed, because the list may be out of reach. */
export function ToolsField({
  control,
  used,
}: {
  control: Control<AgentFormValues>
  used: readonly KnownId[] | undefined
}) {
  const { data: info } = useQuery(infoQueries.connection())
  const { data: tools, error } = useQuery(toolQueries.all())
  const listed = (tools?.items ?? []).flatMap(({ slug, name, description }) =>
    slug ? [{ id: slug, label: name ?? slug, note: description }] : [],
  )
  const isListed = new Set(listed.map(({ id }) => id))
  const hasNoToken = info?.service === 'hosted' && !info.credentials.accessToken
  return (
    <>
      <IdsField
        control={control}
        name="prompt.tools"
        label={words.tools}
        hint={tools?.cut ? words.toolsCut(formatCount(tools.items.length)) : words.toolsHint}
        suggestions={[...listed, ...offered(used).filter(({ id }) => !isListed.has(id))]}
        what={words.noun.tool}
        ordered
      />
      {error &&
        !tools &&
        (hasNoToken ? (
          <p className="text-sm text-busy">{words.toolsNoToken}</p>
        ) : (
          <ToolsFailed error={error} />
        ))}
    </>
  )
}

function ToolsFailed({ error }: { error: unknown }) {
  return (
    <>
      <p className="text-sm text-ink-muted">{words.toolsFailed}</p>
      <ErrorNotice error={error} />
    </>
  )
}
