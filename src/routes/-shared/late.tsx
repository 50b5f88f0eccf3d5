import { type ComponentProps, type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { isUpdated } from '../../queries/new-build'

/** React remembers for ever what failed, so what failed is made anew; not before the screen says so, as React draws once more before. */
let failed: (() => void)[] = []

/** Lets what did not come be asked for again when it is next drawn. */
export function forgetFailed(): void {
  for (const makeAnew of failed) makeAnew()
  failed = []
}

/** A component whose code is loaded when it is first drawn, as `lateWithin` says; until then `waiting` stands in its place. */
// biome-ignore lint/suspicious/noExplicitAny: whatever the component takes
export function late<Part extends ComponentType<any>>(load: () => Promise<Part>, waiting?: ReactNode): Part {
  const Loaded = lateWithin(load)
  return ((props: ComponentProps<Part>) => (
    <Suspense fallback={waiting}>
      <Loaded {...props} />
    </Suspense>
  )) as unknown as Part
}

/**
 * As `late`, awaited by a Suspense of the screen: what stood there before stays, or parts come together. What does not come is asked for once more.
 * Where the console was updated it never comes: the screen then stays, with what was typed, until somebody reloads it (D681). Else the screen fails,
 * and "Try again" loads it again.
 */
// biome-ignore lint/suspicious/noExplicitAny: whatever the component takes
export function lateWithin<Part extends ComponentType<any>>(load: () => Promise<Part>): Part {
  const make = () =>
    lazy(async () => ({
      default: await load()
        .catch(() => load())
        .catch((error: unknown) => {
          if (isUpdated) return new Promise<never>(() => {})
          failed.push(() => {
            Loaded = make()
          })
          throw error
        }),
    }))
  let Loaded = make()
  return ((props: ComponentProps<Part>) => <Loaded {...props} />) as unknown as Part
}
