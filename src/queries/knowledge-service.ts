import type { QueryClient } from '@tanstack/react-query'
import { call } from '../client/call'
import type { KnowledgeService } from '../jobs/knowledge-now'
import { readKnowledge } from './membership'
import { troubleOf } from './trouble'
import { type WriteRequest, write } from './write'

/** The service as the procedures need it; writes go through the ledger. */
export const knowledgeService = (client: QueryClient): KnowledgeService => ({
  observe: (signal) => readKnowledge(client, signal),
  send: (operation, request) =>
    operation.done
      ? write(client, operation, request as WriteRequest<typeof operation>)
      : call(operation, request),
  describe: troubleOf,
})
