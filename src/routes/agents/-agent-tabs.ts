/**
 * The parts of an agent's page, as its address names them; the first is shown where it names none. Apart from what shows them, because reading
 * addresses belongs to the first load of every screen.
 */
export const AGENT_TABS = ['configure', 'versions', 'conversations', 'tests', 'deployments'] as const
export type AgentTab = (typeof AGENT_TABS)[number]
