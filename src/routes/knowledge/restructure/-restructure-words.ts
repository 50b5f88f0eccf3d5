import type { Restructure, RestructureStep } from '../../../queries/restructures'
import { countOf } from '../../../ui/numbers'

const oldName = ({ old }: Restructure) => old?.name?.trim() || old?.id || ''

/** Every text of changing the structure. */
export const words = {
  collections: 'Collections',
  new: {
    title: 'Restructure',
    context:
      'A new collection is filled, agent versions are moved to it and tested; only then the old one is retired.',
    old: 'Old collection',
    oldHint: 'What agents answer from now. It loses nothing before the new one serves.',
    oldNone: 'None, pick from all files',
    name: 'Name of the new collection',
    nameHint: 'It cannot be changed afterwards: the interface has no operation for it.',
    description: 'Description',
    files: (count: number) => `Files to attach, ${countOf(count, 'chosen', 'chosen')}`,
    filesHint: 'Those of the old collection are chosen. The others can be added.',
    search: 'Search files to attach',
    notReady: 'Some of the chosen files are not INGESTED. Agents cannot answer from them yet.',
    noFiles: 'Choose at least one file: a collection without files answers nothing.',
    versions: 'Agent versions to move',
    versionsHint:
      'Chosen are those that use the old collection, as far as this browser knows; others may use it too.',
    versionsNone: 'This browser knows no agent version. Add those that shall answer from the new collection.',
    uses: 'uses the old collection',
    deployed: 'deployed',
    agentId: 'Agent id',
    versionId: 'Version id',
    addVersion: 'Add version',
    addHint: 'Both ids are needed, without spaces and slashes. Add the version, or empty the fields.',
    start: 'Start restructure',
  },
  job: {
    title: (job: Restructure) => (job.old ? `Restructure ${oldName(job)}` : 'Restructure'),
    context: (job: Restructure) => `New collection: ${job.fresh.name}`,
    loading: 'Restructure',
    missing: 'This browser does not know this restructure',
    missingText: 'It was started in another browser, or what this browser remembers was emptied.',
    open: 'Open the new collection',
    moveByHand: 'Move it by hand',
  },
  steps: {
    list: 'List the state',
    create: 'Create the new collection',
    attach: 'Attach the files',
    move: 'Move the agent versions to it',
    test: 'Test the answers',
    deploy: 'Deploy the moved versions',
    retire: 'Retire the old collection',
    back: 'Roll back',
  } satisfies Record<RestructureStep | 'back', string>,
  next: {
    list: 'The files and collections are listed.',
    look: 'The last request may have been done. It is looked up before anything is sent again.',
    create: 'The new collection is created.',
    attach: 'The files are added to the new collection.',
    version: 'A copy of the agent version is created that uses the new collection. It is not deployed.',
    remove: 'The old collection loses its files, one by one.',
    'put back': 'The files are put back into the old collection.',
    'take out': 'The files are taken out of the new collection.',
    target: 'Say which collection is the new one.',
    move: 'Move this agent version in the service, then note it here.',
    test: 'Test the answers, then tick the box. The old collection keeps serving until then.',
    deploy: 'Deploy the moved versions, then tick the box.',
    retirement: 'Retire the old collection, or keep it.',
    undeploy: 'Deploy the former versions again. The new collection keeps its files until then.',
    ended: '',
  },
  serving: (job: Restructure) =>
    job.old && job.retired === undefined && job.course === 'forward'
      ? `${oldName(job)} holds all that it held.`
      : '',
  target: {
    title: 'Which collection was created?',
    text: 'The service did not say, and the list of collections does not show it.',
    label: 'Collection',
    choose: 'Choose the new collection',
    use: 'Use this collection',
    none: 'None was created',
  },
  move: {
    title: (agent: string) => `Move ${agent} by hand`,
    first: 'In the service, create a version of this agent that is a copy of this version:',
    replace: 'In its knowledgeBaseCollectionIds, put',
    inPlaceOf: 'in the place of',
    beside: 'beside what is there',
    last: 'Do not deploy it yet. Then note it here.',
    newVersion: 'Id of the new version',
    newVersionHint: 'As the service shows it. Without it, this browser cannot offer to call or deploy it.',
    note: 'Note as moved',
  },
  versions: {
    title: 'Moved versions',
    none: 'No agent version was chosen. Agents that shall answer from the new collection have to be given it.',
    hint: 'Each can be tried before it is deployed.',
    unknown: 'version id not known here',
    deployed: 'deployed',
    deploy: 'Deploy version',
    deployOf: (agent: string) => `Deploy version of ${agent}`,
    tested: 'I tested the answers from the new collection',
    isDeployed: 'The moved versions are deployed wherever the former ones served',
  },
  retirement: {
    title: (job: Restructure) => `Retire ${oldName(job)}`,
    text: 'Its files are removed from it, one by one. The files themselves stay. The interface has no operation that deletes a collection, so the empty collection stays.',
    action: (job: Restructure) => `Retire ${oldName(job)}`,
    keep: 'Keep the old collection',
    question: (job: Restructure) => `Retire ${oldName(job)}?`,
    holds: (count: number) =>
      count === 0
        ? 'It holds no files.'
        : `It loses ${countOf(count, 'file')}. Agent versions that still use it can no longer answer from ${count === 1 ? 'it' : 'them'}.`,
    notTaken: (names: readonly string[]) =>
      `Not in the new collection: ${names.slice(0, 5).join(', ')}${names.length > 5 ? ` and ${names.length - 5} more` : ''}.`,
    unseen: 'The service does not say what it holds, so look there first. The files known here are tried.',
    stays: 'The empty collection stays. Until all is removed, this can be rolled back.',
    confirm: 'Remove its files',
  },
  undeploy: {
    title: 'Former versions',
    text: 'Live traffic may be answered by a moved version, which would lose its files.',
    done: 'The former versions serve again',
  },
  rollBack: {
    title: 'Roll back this restructure?',
    consequence: (job: Restructure) =>
      `What the old collection lost is put back, then the files are taken out of ${job.fresh.name}. The interface deletes neither a collection nor a version: the empty collection and copies of versions stay.`,
  },
  ended: {
    retired: (job: Restructure) =>
      `The restructure is complete. ${job.fresh.name} serves now; the empty ${oldName(job)} stays, as the interface cannot delete it.`,
    kept: (job: Restructure) =>
      `The restructure is complete. ${job.fresh.name} serves now${job.old ? `; ${oldName(job)} was kept as it is` : ''}.`,
    back: (job: Restructure) =>
      `Rolled back. ${job.created === 'created' ? `The collection ${job.fresh.name} stays, as the interface cannot delete it.` : 'Nothing was created.'}`,
  },
}
