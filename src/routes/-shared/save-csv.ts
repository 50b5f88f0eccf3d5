import { CSV_START, csvLine } from '../../contract/write-csv'
import { saveFile } from './save-file'

type Rows = readonly (readonly string[])[]

/** A CSV file of these rows of cells, the names of its columns first. */
export const csvOf = (rows: Rows): string[] => [CSV_START, ...rows.map(csvLine)]

/** As `saveFile`, for such a file. */
export const saveCsv = (fileName: string, rows: Rows) =>
  saveFile(fileName, csvOf(rows), 'text/csv;charset=utf-8')
