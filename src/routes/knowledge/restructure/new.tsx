import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { agentQueries } from '../../../queries/agents'
import { collectionQueries } from '../../../queries/collections'
import { fileQueries } from '../../../queries/files'
import { prefetch } from '../../../queries/prefetch'
import { Page } from '../../../ui/page'
import { FailedState } from '../../-shared/failure'
import { searchText } from '../../-shared/search-text'
import { RestructureForm } from './-restructure-form'
import { words } from './-restructure-words'

export const Route = createFileRoute('/knowledge/restructure/new')({
  head: () => ({ meta: [{ title: 'Restructure · Switchboard' }] }),
  validateSearch: (search: Record<string, unknown>): { from?: string } => ({ from: searchText(search.from) }),
  loader: ({ context: { queryClient } }) => {
    prefetch(queryClient, collectionQueries.list())
    prefetch(queryClient, fileQueries.list())
    prefetch(queryClient, agentQueries.list())
  },
  component: NewRestructure,
})

function NewRestructure() {
  const { from } = Route.useSearch()
  const navigate = Route.useNavigate()
  const collections = useQuery(collectionQueries.list())
  const files = useQuery(fileQueries.list())
  const agents = useQuery(agentQueries.list())
  const failed = [collections, files].find(({ data, error }) => error && !data)
  const old = collections.data?.items.find(({ id }) => id === from)
  return (
    <Page
      title={words.new.title}
      context={words.new.context}
      back={<Link to="/knowledge/collections">{words.collections}</Link>}
      width="form"
    >
      {failed ? (
        <FailedState error={failed.error} onRetry={() => failed.refetch()} retrying={failed.isFetching} />
      ) : (
        collections.data &&
        files.data &&
        !agents.isPending && (
          <RestructureForm
            old={old}
            collections={collections.data.items}
            files={files.data.items}
            agents={agents.data ?? []}
            onOldChange={(id) => void navigate({ search: { from: id }, replace: true })}
          />
        )
      )}
    </Page>
  )
}
