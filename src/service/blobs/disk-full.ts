/** No room, a full quota, a file beyond what the process may write; the last is PostgreSQL's. */
const FULL: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG', '53100']

/** Whether an error, however deep it is wrapped, means that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth++)
    if (FULL.includes((each as { code?: unknown }).code)) return true
  return false
}
