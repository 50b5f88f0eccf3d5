/** Which page works on something alone. */
export interface TeamLease {
  /** What it works on, such as `dispatch-batch-3f2a`. */
  readonly name: string
  /** A random id of the page. */
  readonly page: string
  readonly person: string
  /** ISO time. */
  readonly since: string
}

export interface TeamLeasesNow {
  readonly leases: readonly TeamLease[]
  /** The pages of the console that are open, over all browsers. */
  readonly pages: readonly string[]
}
