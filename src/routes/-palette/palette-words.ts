import { countOf } from '../../ui/numbers'

/** Every text of the palette. */
export const words = {
  label: 'Find',
  placeholder: 'A screen, a name, something to do, or an id',
  nothing:
    'Nothing matches. Names are found of what this browser knows, and of the files and collections of the service.',
  said: (count: number) => countOf(count, 'result'),
  unread: 'The files and collections could not be read, so they are not searched.',
  reading: 'Reading the files and collections',
  groups: {
    id: 'This id',
    recent: 'Recent',
    goTo: 'Go to',
    create: 'Create',
    agents: 'Agents',
    files: 'Files',
    collections: 'Collections',
    launches: 'Calls and threads',
    theme: 'Theme',
    help: 'Help',
    useId: 'Use this id, which is not known here',
  },
  create: {
    agent: 'New agent',
    addAgent: 'Add agent by id',
    upload: 'Upload files',
    collection: 'New collection',
    call: 'Place call',
    thread: 'New thread',
  },
  onFiles: 'on the Files screen',
  theme: { light: 'Light theme', dark: 'Dark theme', system: 'Theme of this computer' },
  themeNow: 'now',
  keys: 'Show all keys',
  kinds: {
    agent: 'agent',
    version: 'version',
    file: 'file',
    collection: 'collection',
    call: 'call',
    thread: 'thread',
  },
  versionOf: (agent: string) => `A version of ${agent}`,
  more: { agents: 'Search agents', files: 'Search files', collections: 'Search collections' },
  useAs: {
    agent: 'Look at it as an agent',
    call: 'Place a call with it as version',
    thread: 'Start a thread with it as version',
    file: 'Look at it as a file',
    collection: 'Look at it as a collection',
  },
}
