import { isWire } from '../contract/reply'

/** Says whether a stored value has a shape. The shapes of states stand here once and give their types. */
export type Check<T> = (value: unknown) => value is T
export type Of<C> = C extends Check<infer T> ? T : never

type Fields = Readonly<Record<string, Check<unknown>>>
type OptionalKeys<F extends Fields> = { [K in keyof F]: undefined extends Of<F[K]> ? K : never }[keyof F]
type Shape<F extends Fields> = { readonly [K in Exclude<keyof F, OptionalKeys<F>>]: Of<F[K]> } & {
  readonly [K in OptionalKeys<F>]?: Of<F[K]>
}

export const text = (value: unknown): value is string => typeof value === 'string'
export const flag = (value: unknown): value is boolean => typeof value === 'boolean'
export const count = (value: unknown): value is number => typeof value === 'number' && value >= 0

export const oneOf =
  <const W extends readonly string[]>(...words: W): Check<W[number]> =>
  (value): value is W[number] =>
    text(value) && words.includes(value)

export const optional =
  <T>(check: Check<T>): Check<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || check(value)

export const list =
  <T>(check: Check<T>): Check<readonly T[]> =>
  (value): value is readonly T[] =>
    Array.isArray(value) && value.every(check)

export const names = (value: unknown): value is Readonly<Record<string, string>> =>
  isWire(value) && Object.values(value).every(text)

/** Fields that are not named pass, as a later version may have added them. */
export const shape =
  <F extends Fields>(fields: F): Check<Shape<F>> =>
  (value): value is Shape<F> =>
    isWire(value) && Object.entries(fields).every(([name, check]) => check(value[name]))

/** Reads a stored value; `undefined` for one that this version cannot continue from. */
export const reader =
  <T>(check: Check<T>) =>
  (value: unknown): T | undefined =>
    check(value) ? value : undefined
