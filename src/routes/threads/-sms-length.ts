/** How a text is sent over the telephone network: in the 7-bit alphabet of GSM, or, when it has any other letter, in UCS-2. */
export interface SmsLength {
  readonly encoding: 'GSM-7' | 'UCS-2'
  /** Units that are counted: septets of GSM-7, code units of UCS-2. */
  readonly units: number
  readonly segments: number
  /** Units that still fit into the last segment. */
  readonly left: number
  /** The letters that make it UCS-2, each once, at most five. */
  readonly foreign: readonly string[]
}

// 3GPP TS 23.038, the default alphabet, and the letters of its extension table, which take two septets.
const GSM =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const GSM_EXTENDED = '\f^{}\\[~]|€'
const ONE = new Set(GSM)
const TWO = new Set(GSM_EXTENDED)

/** Units of a text that is one segment, and of each segment of a longer one, whose header takes room. */
const ROOM = { 'GSM-7': { alone: 160, each: 153 }, 'UCS-2': { alone: 70, each: 67 } } as const

/** Counts a text as carriers do. An empty text is one segment with all its room left. */
export function smsLength(text: string): SmsLength {
  const letters = [...text]
  const foreign = letters.filter((letter) => !ONE.has(letter) && !TWO.has(letter))
  const encoding = foreign.length > 0 ? 'UCS-2' : 'GSM-7'
  // No letter is cut in two: one of two units that does not fit begins the next segment.
  const sizes = letters.map((letter) => (encoding === 'UCS-2' ? letter.length : TWO.has(letter) ? 2 : 1))
  const units = sizes.reduce((sum, size) => sum + size, 0)
  const { alone, each } = ROOM[encoding]
  const common = { encoding, units, foreign: [...new Set(foreign)].slice(0, 5) } as const
  if (units <= alone) return { ...common, segments: 1, left: alone - units }
  let segments = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > each) {
      segments++
      used = 0
    }
    used += size
  }
  return { ...common, segments, left: each - used }
}
