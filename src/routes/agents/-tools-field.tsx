import { type Control, useWatch } from 'react-hook-form'
import type { Suggestion as KnownId } from '../../queries/suggestions'
import { IdsField } from '../../ui/fields/ids-field'
import { formatCount } from '../../ui/numbers'
import { ErrorNotice } from '../-shared/error-notice'
import { offered } from '../-shared/known-ids'
import type { AgentFormValues } from './-agent-form'
import { words } from './-new-agent-words'
import { useTools } from './-use-tools'

/** The custom tools of a version, in order: picked from the list by name or slug, or typed, because the list may be out of reach. */
export function ToolsField({
  control,
  used,
}: {
  control: Control<AgentFormValues>
  used: readonly KnownId[] | undefined
}) {
  const { tools, cut, error, noToken } = useTools()
  const listed = (tools ?? []).flatMap(({ slug, name, description }) =>
    slug ? [{ id: slug, label: name ?? slug, note: description }] : [],
  )
  const isListed = new Set(listed.map(({ id }) => id))
  const chosen = useWatch({ control, name: 'prompt.tools' })
  const strangers = tools && !cut ? chosen.filter((slug) => !isListed.has(slug)) : []
  return (
    <>
      <IdsField
        control={control}
        name="prompt.tools"
        label={words.tools}
        hint={cut ? words.toolsCut(formatCount(listed.length)) : words.toolsHint}
        suggestions={[...listed, ...offered(used).filter(({ id }) => !isListed.has(id))]}
        what={words.noun.tool}
        ordered
      />
      {strangers.length > 0 && <p className="text-sm text-busy">{words.toolsUnlisted(strangers)}</p>}
      {error && !tools && (
        <p className="text-sm text-busy">{noToken ? words.toolsNoToken : words.toolsFailed}</p>
      )}
      {error && !tools && !noToken && <ErrorNotice error={error} />}
    </>
  )
}
