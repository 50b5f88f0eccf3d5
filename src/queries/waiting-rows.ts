/** Rows that wait, in their order, apart by the country whose hours they keep to. */
export class WaitingRows {
  readonly #queues = new Map<string, { rows: { row: number; turn: number }[]; next: number }>()
  #turns = 0
  #size = 0

  get size(): number {
    return this.#size
  }

  add(row: number, country = ''): void {
    const queue = this.#queues.get(country) ?? { rows: [], next: 0 }
    this.#queues.set(country, queue)
    queue.rows.push({ row, turn: this.#turns })
    this.#turns += 1
    this.#size += 1
  }

  remove(removed: ReadonlySet<number>): void {
    this.#size = 0
    for (const queue of this.#queues.values()) {
      queue.rows = queue.rows.slice(queue.next).filter(({ row }) => !removed.has(row))
      queue.next = 0
      this.#size += queue.rows.length
    }
  }

  /** Countries with rows that wait. */
  *countries(): Iterable<string> {
    for (const [country, { rows, next }] of this.#queues) if (next < rows.length) yield country
  }

  /** The first row of those whose country is asked for. */
  first(isAsked: (country: string) => boolean = () => true): number | undefined {
    return this.#first(isAsked)?.row
  }

  /** As `first`; it then waits no more. */
  take(isAsked: (country: string) => boolean): number | undefined {
    const first = this.#first(isAsked)
    if (!first) return undefined
    first.queue.next += 1
    this.#size -= 1
    return first.row
  }

  #first(isAsked: (country: string) => boolean) {
    let found: { row: number; turn: number; queue: { next: number } } | undefined
    for (const [country, queue] of this.#queues) {
      const head = queue.rows[queue.next]
      if (head && head.turn < (found?.turn ?? Number.POSITIVE_INFINITY) && isAsked(country))
        found = { ...head, queue }
    }
    return found
  }
}
