import type { OtherWorker } from '../../queries/job-engine'

/** Who works on something in another page. */
export function whoWorks({ person, isHere }: OtherWorker): string {
  if (isHere || person === undefined) return 'Another tab of this browser'
  // With one password for all, nobody has a name.
  return person === 'operator' ? 'Another operator' : person
}
