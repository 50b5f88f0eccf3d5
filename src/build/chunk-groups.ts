import type { Rolldown } from 'vite'

/** Modules directly under a path, except those whose names begin with one of these words. */
const allBut = (path: string, words: string) =>
  `${path}(?!${words.replaceAll('.', '[.]').replaceAll(' ', '|')})[\\w-]+[.]`

/** Modules that many screens share. The named ones are for some screens only, and stay out of every first load. */
const sharedModules = new RegExp(
  [
    allBut(
      '/src/contract/',
      'checked requests formats schema operations agent call chat collection- curl file- grounds inbound- messages organization private- redact search test- thread tool testing-lab run. scenario try- version-',
    ),
    allBut('/src/client/', 'follow-events preview read-events upload'),
    allBut(
      '/src/queries/',
      'activity affected agent batch call cursor deployments evidence extension file-plans job- knowledge lab- list live-thread membership messages offer present- preview replacement reported restructure search service-versions stored-agent suggestions testing-lab thread tools transfer trial trouble try- upload',
    ),
    allBut(
      '/src/ui/',
      'fields data-table table- text- dialog side-panel code-block confirm other-fields drop-area file-drop filters find-row row-window',
    ),
    allBut(
      '/src/routes/-shared/',
      'answer- ask- call-state changed-fields channels columns connection form-dialog html-text joined leave list other-fields outcome-notice passage- rendered reported request save-file send sent test- thread-state to-scenario turns variable version use- record-target',
    ),
    'lucide-react',
  ].join('|'),
)

/** Few chunks: over HTTP/1.1 each request costs a wait, and small files compress badly (D82). Earlier groups win. */
export const chunkGroups: NonNullable<Rolldown.CodeSplittingOptions['groups']> = [
  // Every screen needs the frameworks, then the modules that many screens share. Who tells tabs apart is the record, or the uploads.
  {
    name: 'base',
    test: /rolldown\/runtime|\/src\/ledger\/tabs\.|\/node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack\/(?!react-router\/dist\/esm\/useBlocker)[\w-]+)\//,
    priority: 10,
  },
  // What knows of variables stands apart: lists of tools want it without the schemas, which want its rule for names, and so does who types.
  { name: 'variables', test: /\/src\/contract\/(?:placeholders|variable-lint|slips)\./, priority: 10 },
  { name: 'version', test: /\/src\/contract\/version-/, priority: 8 },
  {
    name: 'shared',
    test: sharedModules,
    minShareCount: 4,
    priority: 9,
  },
  // The record of this browser, which opens with the first screen that knows something. Who reads page by page opens it, too, and who stores an agent.
  {
    name: 'ledger',
    test: /\/src\/ledger\/(?:ledger|row-store|read-entries|database|database-rows)\.|\/src\/contract\/redact\.|\/src\/queries\/(?:cursor-pages|stored-agent)\.|\/node_modules\/idb\//,
    priority: 8,
  },
  {
    name: 'known',
    test: /\/src\/(?:queries\/(?:agents|reported-agents|extension)|contract\/agent-list|(?:contract|queries)\/calls|routes\/-shared\/use-offered)\./,
    priority: 8,
  },
  // Writes of extensions load it without the screen that asks first; what it rests on stands above.
  { name: 'offered', test: /\/src\/queries\/offered\./, priority: 8 },
  // What changes and shows an agent, which its own screens and those of the testing lab want, and no list of calls.
  {
    name: 'agent',
    test: /\/src\/(?:contract\/agents|queries\/agent-changes|routes\/agents\/-agent-badges)\.|\/lucide-react\/.*\/download\./,
    priority: 8,
  },
  { name: 'schemas', test: /\/zod\/|\/src\/contract\/(?:requests\/|formats|schema\.)/, priority: 8 },
  {
    name: 'list',
    test: /\/src\/ui\/(?:data-table|table-(?!settings)|row-window|find-row|filters)|\/src\/routes\/-shared\/(?:list-|columns)/,
    priority: 7,
  },
  // What the screens of files and collections share; Calls, which has a list too, does without.
  {
    name: 'knowledge',
    test: /\/src\/queries\/membership\.|\/src\/jobs\/shown\.|\/src\/client\/upload\.|\/lucide-react\/.*\/upload\.|\/src\/routes\/knowledge\/(?:collections\/)?-(?:file-list|file-status|wait|members)\.|\/src\/ui\/(?:file-drop|use-stirred)\./,
    priority: 7,
  },
  // Apart, or the group of the testing lab would take them along, and an agent's page would load that.
  { name: 'evidence', test: /\/src\/queries\/evidence\./, priority: 8 },
  // The calls of the service: their list, a call, and the rows of a batch. Threads, which are listed as calls are, take them along.
  {
    name: 'service-calls',
    test: /\/src\/(?:(?:contract|queries)\/call-records|queries\/(?:listed-pages|merge-calls)|routes\/-shared\/(?:call-state|joined-list))\./,
    priority: 8,
  },
  // One call, and what answers rest on, which the pages of calls and threads load when they show it: together, so that the first screen names fewer files.
  {
    name: 'one-call',
    test: /\/src\/(?:(?:contract|queries)\/call-record|contract\/inbound-calls|routes\/-shared\/answer-grounds)\./,
    priority: 8,
  },
  // What is read of the testing lab, by its own screens and the overview, then what its screens show alike.
  {
    name: 'lab',
    test: /\/src\/contract\/(?:testing-lab|run|scenario)\.|\/src\/queries\/(?:testing-lab|lab-)/,
    priority: 7,
  },
  // The first steps of a new installation show it, too, and would load all that the lab shows.
  { name: 'circle', test: /\/lucide-react\/.*\/circle\./, priority: 8 },
  {
    name: 'lab-parts',
    test: /\/src\/routes\/testing-lab\/-(?:lab-(?:badges|data|path)|run-numbers)\./,
    priority: 7,
  },
  {
    name: 'kept',
    test: /\/src\/(?:queries\/(?:note-uploads|upload-count)|ledger\/page-note|jobs\/hold)\./,
    priority: 7,
  },
  {
    name: 'threads',
    test: /\/src\/(?:contract|queries)\/(?:messages|thread-records|thread-rows)\.|\/src\/routes\/-shared\/(?:channels|thread-state)\./,
    priority: 6,
  },
  {
    name: 'tools',
    test: /\/src\/contract\/tool-texts\.|\/src\/(?:contract|queries)\/tools\./,
    priority: 7,
  },
  {
    name: 'dialog',
    test: /\/src\/ui\/(?:dialog|side-panel|confirm-dialog)|\/node_modules\/(?:@radix-ui|react-remove-scroll|react-style-singleton|aria-hidden)\//,
    priority: 6,
  },
  {
    name: 'form',
    test: /\/src\/ui\/fields\/(?!phone)|\/src\/routes\/-shared\/(?:send-form|leave-guard)\.|\/src\/queries\/suggestions\.|\/node_modules\/react-hook-form\//,
    priority: 5,
  },
  { name: 'save', test: /\/src\/routes\/-shared\/save-file\./, priority: 5 },
  { name: 'agent-form', test: /\/src\/routes\/agents\/-(?:agent-form|use-tools|findings)\./, priority: 1 },
]
