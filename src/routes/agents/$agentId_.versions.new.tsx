import { createFileRoute, redirect } from '@tanstack/react-router'
import { searchText } from '../-shared/search-text'

// Where the form of a version stood before it joined the page of the agent: bookmarks lead on to it.
export const Route = createFileRoute('/agents/$agentId_/versions/new')({
  validateSearch: (search: Record<string, unknown>): { from?: string } => ({ from: searchText(search.from) }),
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: '/agents/$agentId', params, search: { version: search.from }, replace: true })
  },
})
