/** Something that changes while screens look at it: `subscribe` and `getSnapshot` are what React's `useSyncExternalStore` takes. */
export class Shown<T> {
  readonly #listeners = new Set<() => void>()
  #value: T

  constructor(value: T) {
    this.#value = value
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getSnapshot = (): T => this.#value

  protected show(value: T): void {
    this.#value = value
    for (const listener of this.#listeners) listener()
  }
}
