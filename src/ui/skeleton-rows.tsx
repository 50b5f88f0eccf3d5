/** Rows of the right height while the first answer is awaited; a row of a table is always there to tell screen readers "Loading". */
export function SkeletonRows({ columns, height }: { columns: number; height: number }) {
  return Array.from({ length: 8 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
    <tr key={row} style={{ height }} aria-hidden={row > 0 || undefined}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cells are alike and never move
        <td key={column} className="border-b border-line px-3">
          {row === 0 && column === 0 && <span className="sr-only">Loading</span>}
          <div
            aria-hidden
            className="h-3 animate-wait rounded-md bg-line"
            style={{ width: `${[70, 45, 85, 60][(row + column) % 4]}%` }}
          />
        </td>
      ))}
    </tr>
  ))
}
