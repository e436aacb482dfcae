/** A record of a CSV file and the line on which it begins (the first line is 1). */
export interface CsvRecord {
  line: number
  fields: string[]
}

/**
 * Parses RFC 4180 from a text stream: quoted fields (with commas, quotes and line breaks in them), CRLF or LF, a byte
 * order mark. Empty lines are skipped.
 */
export async function* csvRecords(text: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  let [line, begins, field, quoted, closed] = [1, 1, '', false, false]
  let fields: string[] = []
  let first = true
  const endRecord = (): CsvRecord | undefined => {
    const record = { line: begins, fields: [...fields, field] }
    const empty = fields.length === 0 && field === '' && !closed
    ;[fields, field, closed] = [[], '', false]
    return empty ? undefined : record
  }
  for await (const chunk of text) {
    for (const char of first ? chunk.replace(/^\uFEFF/, '') : chunk) {
      if (quoted && char === '"') [quoted, closed] = [false, true]
      else if (quoted) field += char
      else if (char === '"' && closed) [quoted, field] = [true, `${field}"`]
      else if (char === '"' && field === '') quoted = true
      else if (char === ',') [fields, field, closed] = [[...fields, field], '', false]
      else if (char === '\n') {
        const record = endRecord()
        if (record) yield record
      } else if (char !== '\r') field += char
      if (char !== '\n') continue
      line++
      if (!quoted) begins = line
    }
    first = false
  }
  const last = endRecord()
  if (last) yield last
}
