/** Whether a store takes a text: NUL and half characters are taken by none. */
export const isStorable = (text: string) => text.isWellFormed() && !text.includes('\u0000')

/** A text without what no store takes, which documents, models and tools do send. */
export const storable = (text: string) => text.replaceAll('\u0000', '').toWellFormed()
