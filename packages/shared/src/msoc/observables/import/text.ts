import { extract } from '../extract.ts'
import { createRows, type ImportRead } from './rows.ts'

/** Reads the values that a text contains, each with the number of its line. */
export function readText(text: string): ImportRead {
  const rows = createRows()
  let line = 1
  let at = 0
  for (const { type, value, index } of extract(text)) {
    for (let next = text.indexOf('\n', at); next !== -1 && next < index; next = text.indexOf('\n', at)) {
      line += 1
      at = next + 1
    }
    rows.add(line, { type, value })
  }
  if (rows.rows.length === 0) rows.faults.push({ line: 1, reason: 'There is no observable in it.' })
  return rows
}
