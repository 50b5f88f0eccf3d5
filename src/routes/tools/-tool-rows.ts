import type { Tool } from '../../contract/tools'
import { fieldOf } from '../../contract/version-content'
import type { StoredAgent } from '../../queries/agents'
import { checkTool, countSlugs, type ToolCheck } from './-tool-checks'

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
  /** Whether the version that is deployed, as far as known, has the tool. */
  readonly deployed: boolean
}

/** Which known agents use which tool, by slug, from what was sent when their versions were created. */
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
