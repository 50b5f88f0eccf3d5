import { useQueryClient } from '@tanstack/react-query'
import { jobEngineOf } from '../../queries/job-engine'
import { Notice } from '../../ui/notice'
import { countOf } from '../../ui/numbers'

/** What this page is at and would not go on with. `uploads`: how many of those stop, too. */
export function WorkStops({ uploads = 0 }: { uploads?: number }) {
  const jobs = jobEngineOf(useQueryClient()).getSnapshot().size
  const running = [
    uploads > 0 && countOf(uploads, 'upload'),
    jobs > 0 && countOf(jobs, 'batch or other job', 'batches or other jobs'),
  ].filter(Boolean)
  if (running.length === 0) return null
  return (
    <Notice tone="warn" title="Work stops" message={`This page still has ${running.join(' and ')} to do.`} />
  )
}
