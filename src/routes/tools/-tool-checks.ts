import { placeholdersIn } from '../../contract/placeholders'
import { headersOf, type ToolHeader, toolTexts } from '../../contract/tool-texts'
import type { Tool } from '../../contract/tools'
import { lintTexts } from '../../contract/variable-lint'
import { fieldOf } from '../../contract/version-content'
import type { StoredAgent } from '../../queries/agents'

/** Something about a tool that a person should look at. Nothing of it is asked of the service. */
export interface ToolCheck {
  readonly kind:
    | 'no-url'
    | 'not-https'
    | 'undeclared'
    | 'ill-formed'
    | 'unused'
    | 'secret-header'
    | 'no-description'
    | 'no-slug'
    | 'duplicate-slug'
  readonly severity: 'error' | 'warning' | 'note'
  readonly message: string
}

const SECRET_NAME =
  /authorization|cookie|secret|password|token|credential|api[-_]?key|access[-_]?key|signature/i

/** Whether a header holds what should not be read over a shoulder: by its name, its mark, or a value like a credential. */
export function looksSecret({ name, value, secure }: ToolHeader): boolean {
  if (secure) return true
  // Where all of the value is filled in, nothing secret stands in the tool.
  const fixed = placeholdersIn(value).reduceRight(
    (text, { start, end }) => text.slice(0, start) + text.slice(end),
    value,
  )
  const said = fixed.replace(/^\s*(?:bearer|basic|token)\b/i, '').trim()
  if (said === '') return false
  return SECRET_NAME.test(name) || /^\s*(?:bearer|basic)\s+\S/i.test(value)
}

/** An address whose credentials nobody reads over a shoulder: user and password, and what is named like a secret; what stands for a variable stays. */
export const maskedAddress = (url: string): string =>
  url
    .replace(/\/\/[^/?#]+@/, '//•••@')
    .replace(/([?&][^=&#]*(?:sig|token|secret|key|auth|pass|pwd|jwt)[^=&#]*=)(?!\{\{)[^&#]+/gi, '$1•••')

/** The checks of one tool. `slugs`: how often each slug is there among the loaded tools. */
export function checkTool(tool: Tool, slugs: ReadonlyMap<string, number>): ToolCheck[] {
  const { structure, slug } = tool
  const checks: ToolCheck[] = []
  const add = (severity: ToolCheck['severity'], kind: ToolCheck['kind'], message: string) =>
    checks.push({ severity, kind, message })
  if (!structure?.url) add('error', 'no-url', 'There is no URL, so the tool has nothing to call.')
  else if (!/^\s*(?:https:\/\/|\{\{)/i.test(structure.url))
    add('error', 'not-https', 'The URL is not https: what is sent, headers included, can be read on the way.')
  if (structure)
    for (const header of headersOf(structure))
      if (looksSecret(header))
        add(
          'warning',
          'secret-header',
          `The header ${header.name} looks like a secret. Whoever may list tools can read it; keep it in the service where it offers that.`,
        )
  if (!tool.description?.trim())
    add('warning', 'no-description', 'There is no description. The agent decides by it when to use the tool.')
  if (!slug) add('warning', 'no-slug', 'There is no slug, so agents cannot be given this tool by name.')
  else if ((slugs.get(slug) ?? 0) > 1)
    add(
      'error',
      'duplicate-slug',
      `Another tool has the slug ${slug} too; which one an agent gets is not certain.`,
    )
  return [...checks, ...checkVariables(tool)]
}

function checkVariables({ structure }: Tool): ToolCheck[] {
  if (!structure) return []
  const texts = toolTexts(structure).map(({ where, text }) => ({ place: where, label: where, text }))
  const declared = structure.variables.map(({ name = '', required }) => ({
    name,
    required,
    defaultValue: '',
  }))
  return lintTexts(texts, declared).flatMap(({ kind, severity, message }): ToolCheck[] => {
    // A tool's variables have no defaults: the agent finds their values in the conversation.
    if (kind === 'no-default') return []
    if (kind === 'undeclared')
      return [
        {
          kind,
          severity: 'warning',
          message: `${message} It is filled only where the agent’s prompt declares it.`,
        },
      ]
    return [{ kind: kind === 'unused' ? kind : 'ill-formed', severity, message }]
  })
}

/** How often each slug is there. */
export function countSlugs(tools: readonly Tool[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { slug } of tools) if (slug) counts.set(slug, (counts.get(slug) ?? 0) + 1)
  return counts
}

/** A tool as the table shows it, with what this browser can say of it. */
export interface ToolRow {
  readonly tool: Tool
  readonly checks: readonly ToolCheck[]
  readonly users: readonly ToolUser[]
}

/** An agent of which a version was created with a tool. */
export interface ToolUser {
  readonly agentId: string
  readonly name: string
  /** Whether the version that counts as deployed has the tool. */
  readonly deployed: boolean
}

/** Which of these agents use which tool, by slug. */
export function usersBySlug(agents: readonly StoredAgent[]): ReadonlyMap<string, readonly ToolUser[]> {
  const users = new Map<string, ToolUser[]>()
  for (const { agentId, name, versions, deployedVersionId } of agents) {
    const deployedWith = new Map<string, boolean>()
    for (const { versionId, request } of versions)
      for (const slug of fieldOf(request, 'prompt.tools'))
        deployedWith.set(slug, deployedWith.get(slug) === true || versionId === deployedVersionId)
    for (const [slug, deployed] of deployedWith)
      users.set(slug, [...(users.get(slug) ?? []), { agentId, name, deployed }])
  }
  return users
}

/** The loaded tools with their findings and users. */
export function toolRows(tools: readonly Tool[], agents: readonly StoredAgent[]): readonly ToolRow[] {
  const slugs = countSlugs(tools)
  const users = usersBySlug(agents)
  return tools.map((tool) => ({
    tool,
    checks: checkTool(tool, slugs),
    users: users.get(tool.slug ?? '') ?? [],
  }))
}
