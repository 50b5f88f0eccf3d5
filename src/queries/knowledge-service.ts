import type { QueryClient } from '@tanstack/react-query'
import type { KnowledgeService } from '../jobs/knowledge-now'
import { readKnowledge } from './read-knowledge'
import { sender } from './sender'
import { troubleOfStep } from './trouble'

/** The service as the procedures need it; writes go through the ledger. */
export const knowledgeService = (client: QueryClient): KnowledgeService => ({
  observe: (signal) => readKnowledge(client, signal),
  send: sender(client),
  describe: troubleOfStep,
})
