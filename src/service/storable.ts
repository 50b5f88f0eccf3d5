/** A text without what no store takes: NUL and half characters, which documents, models and tools do send. */
export const storable = (text: string) => text.replaceAll('\u0000', '').toWellFormed()
