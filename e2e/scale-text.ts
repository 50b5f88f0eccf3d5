/** Different words in all passages. */
export const WORDS = 60_000

/** Pseudo-random numbers from 0 up to 1, the same ones for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The most frequent English words, in that order; the search leaves most of them out. */
const SMALL =
  'the of and to in is for that you it with on as are be this or we your can at from by not have if will an our when all any may has more was which they their no do there been out so one up what them about into than its only other time some could these two then first how after over also new'

/** Words of an office, the frequent ones of these documents; the queries are made of them. */
const OFFICE =
  'order delivery customer account payment refund service invoice address product warranty parcel return address-book contract support request number days price shipping card bank transfer deadline form agent call message email team policy insurance damage claim repair replacement store opening hours holiday weekend express courier signature receipt voucher discount subscription renewal cancellation notice period fee charge limit balance statement password login device battery charger screen cable adapter manual installation setting update version error report technician appointment visit window engineer region warehouse stock supplier label box pallet customs tax rate currency exchange credit debit account-holder identity passport licence proof residence document signature-card branch counter queue complaint feedback survey reward points member guest booking room breakfast parking luggage ticket seat train flight delay compensation passenger child infant pet allergy menu kitchen reservation table terrace'
    .split(' ')
    .filter((word) => !word.includes('-'))
    .join(' ')

const STARTS =
  'b c d f g h j k l m n p r s t v w br cr dr fr gr pr tr bl cl fl gl pl sl st sp sc str th sh ch'.split(' ')
const MIDDLES = 'a e i o u ai ea ee io ou au oi'.split(' ')
const ENDS = 'n r s t l m d k p ng nt rd st ck lt rm x'.split(' ')

/** Words of a language, the most frequent first; the later ones are made up and look like words. */
export function vocabularyOf(size: number): string[] {
  const random = randomFrom(7)
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? ''
  const words = new Set([...SMALL.split(' '), ...OFFICE.split(' ')])
  while (words.size < size) {
    let word = ''
    for (let part = 0, parts = 2 + Math.floor(random() * 2.4); part < parts; part++)
      word += pick(STARTS) + pick(MIDDLES)
    words.add(random() < 0.7 ? word + pick(ENDS) : word)
  }
  return [...words]
}

/** Passages of 60 to 150 words whose frequencies fall as those of real text do (Zipf), a fifth of them of the file's own subject. */
export function passageWriter(vocabulary: readonly string[], seed: number) {
  const random = randomFrom(seed)
  // A table to draw from: one look-up a word. Searching through sums would take most of the time.
  const drawn = new Uint32Array(1 << 20)
  const weights = vocabulary.map((_, rank) => 1 / (rank + 2.7) ** 1.05)
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  let filled = 0
  let sum = 0
  for (const [rank, weight] of weights.entries()) {
    sum += weight
    while (filled < Math.round((sum / whole) * drawn.length)) drawn[filled++] = rank
  }
  const first = SMALL.split(' ').length

  /** Writes the passages of one file. */
  return (file: number, count: number): string[] => {
    const subject = Array.from(
      { length: 120 },
      (_, index) => vocabulary[first + ((file * 131 + index * 7) % (vocabulary.length - first))] ?? '',
    )
    return Array.from({ length: count }, () => {
      const words: string[] = []
      let open = true
      for (let left = 60 + Math.floor(random() * 91); left > 0; left--) {
        const own = random() < 0.2
        const word = own
          ? (subject[Math.floor(random() ** 2 * subject.length)] ?? '')
          : (vocabulary[drawn[Math.floor(random() * drawn.length)] ?? 0] ?? '')
        const ends = left === 1 || random() < 0.07
        words.push((open ? word.charAt(0).toUpperCase() + word.slice(1) : word) + (ends ? '.' : ''))
        open = ends
      }
      return words.join(' ')
    })
  }
}
