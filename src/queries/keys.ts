/** The first part of every key in the cache. Keys are written nowhere but in this folder. */
export const keys = {
  connection: ['connection'],
  files: ['files'],
  collections: ['collections'],
  search: ['search'],
  agents: ['agents'],
  calls: ['calls'],
  ledger: ['ledger'],
} as const
