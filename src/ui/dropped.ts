/** What a drop brings, which is gone once its event is: `entries` where a folder is among it. */
export function droppedIn({ files, items }: DataTransfer) {
  const entries = [...items].map((item) => item.webkitGetAsEntry())
  const hasFolder = entries.some((entry) => entry?.isDirectory)
  return { given: [...files], entries: hasFolder ? entries : undefined }
}
