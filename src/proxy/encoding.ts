export type Encoding = 'br' | 'gzip'

/**
 * The best encoding that an `Accept-Encoding` takes among those at hand, or `undefined` for none.
 * Ours is the preference; the sender only says what it cannot read (`q=0` or not named).
 */
export function chooseEncoding(
  accepted: string | undefined,
  atHand: readonly Encoding[],
): Encoding | undefined {
  const weights = new Map(
    (accepted ?? '').split(',').map((each) => {
      const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return [name, weight === undefined ? 1 : Number(weight)] as const
    }),
  )
  return (['br', 'gzip'] as const).find(
    (encoding) => atHand.includes(encoding) && (weights.get(encoding) ?? weights.get('*') ?? 0) > 0,
  )
}
