/** Joins class names and drops what is false or absent. Later names do not override earlier ones: write no conflicting pair. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
