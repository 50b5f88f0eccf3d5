/** Hands a file to the browser's downloads. */
export function saveFile(fileName: string, parts: BlobPart[], type: string): void {
  const address = URL.createObjectURL(new Blob(parts, { type }))
  const link = Object.assign(document.createElement('a'), { href: address, download: fileName })
  link.click()
  URL.revokeObjectURL(address)
}

/** As `saveFile`, for a value as JSON. */
export const saveJson = (fileName: string, content: unknown) =>
  saveFile(fileName, [JSON.stringify(content, null, 2)], 'application/json')
