import type { AgentChange } from '../../queries/agent-export'
import { countOf } from '../../ui/numbers'

/** Every text of taking what is known of agents along. */
export const words = {
  title: 'Export or import known agents',
  text: 'What this browser knows of its agents, for a colleague or another browser. Nothing is sent to the service.',
  exportText: (agents: number) =>
    `${countOf(agents, 'agent')} with versions, what was sent, deployments and test results. No secrets and no calls; phone numbers in texts are masked.`,
  importText:
    'Takes in such a file and merges it: nothing that is known here is lost, and you see first what will be added.',
  choose: 'Choose file',
  chooseAgain: 'Choose another file',
  notRead: 'This file cannot be imported',
  tooLarge: 'The file is larger than 50 MB. The export of known agents is far smaller; choose that one.',
  unreadable: 'The browser could not read the file. Choose it again.',
  of: (service: string, agents: number) => `${countOf(agents, 'agent')} of ${service}, exported`,
  otherService: (here: string) =>
    `The file is of another service than ${here}, to which this console is connected. Its agents are probably not there.`,
  otherServiceAnyway: 'Import it all the same',
  nothing: 'Everything in this file is known here already.',
  empty: 'This file holds no agents.',
  will: 'What the import will do',
  counts: { new: 'new', more: 'known, gets more', same: 'known, nothing new' },
  summary: (changes: readonly AgentChange[]) => {
    const of = (kind: AgentChange['kind']) => changes.filter((change) => change.kind === kind).length
    return [
      of('new') > 0 && `${countOf(of('new'), 'agent is', 'agents are')} new.`,
      of('more') > 0 && `${countOf(of('more'), 'known agent gets', 'known agents get')} more.`,
      of('same') > 0 && `${countOf(of('same'), 'agent stays', 'agents stay')} as known.`,
    ]
      .filter(Boolean)
      .join(' ')
  },
  change: (change: AgentChange) =>
    [
      change.newVersions > 0 && countOf(change.newVersions, 'version'),
      change.filledVersions > 0 && `more about ${countOf(change.filledVersions, 'version')}`,
      change.newDeployments > 0 && countOf(change.newDeployments, 'deployment'),
      change.newEvidence > 0 && countOf(change.newEvidence, 'test result'),
    ]
      .filter(Boolean)
      .join(', '),
  deployed: (version: string) => `${version} is taken for deployed`,
  deployedNot: (version: string) =>
    `${version}, which the file takes for deployed, is not; what is known here is newer or surer`,
  more: (count: number) => `and ${countOf(count, 'more agent')}`,
  submit: 'Import',
  cancel: 'Cancel',
  export: 'Export',
  close: 'Close',
  done: (count: number) => `${countOf(count, 'agent')} imported`,
  exported: (count: number) => `${countOf(count, 'agent')} exported`,
}
