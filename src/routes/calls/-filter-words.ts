import { formatCount } from '../../ui/numbers'

/** Texts of the filters of the list of calls. */
export const words = {
  agent: 'Agent',
  allAgents: 'All agents',
  batch: 'Batch',
  allBatches: 'All calls',
  open: 'Open this batch',
  counted: (name: string, count: number) => `${name} (${formatCount(count)})`,
}
