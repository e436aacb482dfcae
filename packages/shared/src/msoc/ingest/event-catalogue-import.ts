import { type Parsed, parsed, refused } from '../../core/parsed.ts'
import { EventCatalogueEntry } from './ingest.contract.ts'

/** Maximum number of events of one catalogue; a platform has at most as many ids as fit in 16 bits. */
const entriesAtMost = 65_535

/**
 * Reads an event catalogue, all of it or none (rules EVENT-CATALOGUE-1 to EVENT-CATALOGUE-5). CSV: a header line naming
 * event_id, name, severity and optionally description and tactics (separated by spaces). JSON: an array of objects with
 * these fields. ARXML: from the security extract (SecXT), each SECURITY-EVENT-DEFINITION's SHORT-NAME, ID and DESC,
 * with its severity in ADMIN-DATA's SD GID="severity".
 */
export function parseCatalogue(format: 'csv' | 'json' | 'arxml', text: string): Parsed<EventCatalogueEntry[]> {
  const rows = format === 'csv' ? csvRows(text) : format === 'json' ? jsonRows(text) : arxmlRows(text)
  return rows.ok ? checked(rows.value) : rows
}

interface Row {
  readonly where: string
  readonly input: unknown
}

function checked(rows: readonly Row[]): Parsed<EventCatalogueEntry[]> {
  if (rows.length === 0) return refused('the catalogue has no event')
  if (rows.length > entriesAtMost) return refused(`at most ${entriesAtMost} events, ${rows.length} came`)
  const seen = new Map<number, string>()
  const entries: EventCatalogueEntry[] = []
  for (const { where, input } of rows) {
    const entry = EventCatalogueEntry.safeParse(input)
    if (!entry.success)
      return refused(`${where}: ${entry.error.issues[0]!.path.join('.') || 'entry'}: ${entry.error.issues[0]!.message}`)
    const before = seen.get(entry.data.event_id)
    if (before) return refused(`${where}: event id ${entry.data.event_id} is already at ${before}`)
    seen.set(entry.data.event_id, where)
    entries.push(entry.data)
  }
  return parsed(entries)
}

function jsonRows(text: string): Parsed<Row[]> {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value)
      ? parsed(value.map((one: unknown, i) => ({ where: `entry ${i + 1}`, input: one })))
      : refused('a JSON array of events is needed')
  } catch (error) {
    return refused(`not JSON: ${(error as Error).message}`)
  }
}

function csvRows(text: string): Parsed<Row[]> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const header = cells(lines[0] ?? '') ?? []
  for (const needed of ['event_id', 'name', 'severity'])
    if (!header.includes(needed)) return refused(`line 1: a column ${needed} is needed`)
  const rows: Row[] = []
  for (const [i, line] of lines.entries()) {
    if (i === 0 || line.trim() === '') continue
    const values = cells(line)
    if (!values) return refused(`line ${i + 1}: a quote is misplaced or not closed`)
    if (values.length !== header.length)
      return refused(`line ${i + 1}: ${header.length} columns are needed, ${values.length} came`)
    const fields: Record<string, unknown> = Object.fromEntries(header.map((name, at) => [name, values[at]]))
    rows.push({
      where: `line ${i + 1}`,
      input: {
        ...fields,
        event_id: idOf(fields.event_id),
        ...('tactics' in fields && {
          tactics: String(fields.tactics)
            .split(/[\s;]+/)
            .filter(Boolean),
        }),
      },
    })
  }
  return parsed(rows)
}

/**
 * Returns the cells of one line: plain, or in quotes with a quote doubled (RFC 4180; a cell does not span lines);
 * undefined if a quote is misplaced.
 */
function cells(line: string): string[] | undefined {
  const found: string[] = []
  const cell = /(?:"([^"]*(?:""[^"]*)*)"|([^",]*))(,|$)/y
  for (let match = cell.exec(line); match; match = cell.exec(line)) {
    found.push((match[1] === undefined ? match[2]! : match[1].replaceAll('""', '"')).trim())
    if (match[3] === '') return found
  }
  return undefined
}

function idOf(value: unknown): unknown {
  const text = String(value).trim()
  return /^(0[xX][0-9a-fA-F]+|\d+)$/.test(text) ? Number(text) : value
}

const element = 'SECURITY-EVENT-DEFINITION'

/**
 * Reads ARXML by plain search from front to back, without an XML parser: no entity is ever expanded, nothing is read
 * twice.
 */
function arxmlRows(text: string): Parsed<Row[]> {
  const rows: Row[] = []
  let next = 0
  for (let at = opening(text, element, 0); at >= 0 && rows.length <= entriesAtMost; at = next) {
    const end = text.indexOf(`</${element}>`, at)
    next = opening(text, element, at + 1)
    if (end < 0 || (next >= 0 && next < end)) return refused(`definition ${rows.length + 1}: </${element}> is missing`)
    rows.push({ where: `definition ${rows.length + 1}`, input: definition(text.slice(at, end)) })
  }
  return rows.length > 0 ? parsed(rows) : refused('no SECURITY-EVENT-DEFINITION found')
}

function definition(xml: string): Record<string, unknown> {
  return {
    event_id: idOf(inside(xml, 'ID')),
    name: inside(xml, 'SHORT-NAME'),
    description: inside(xml, 'DESC')
      .replace(/<[^<>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 2000),
    severity: inside(xml, 'SD', ' GID="severity"').toLowerCase() || 'medium',
  }
}

/** Returns the index of the next opening tag of that name; -1 if there is none. An `<ID-REF` is not an `<ID`. */
function opening(xml: string, name: string, from: number): number {
  for (let at = xml.indexOf(`<${name}`, from); at >= 0; at = xml.indexOf(`<${name}`, at + 1)) {
    if (/[\s>]/.test(xml.charAt(at + name.length + 1))) return at
  }
  return -1
}

/** Returns the content of the first element with that name, or with that name and those attributes. */
function inside(xml: string, name: string, attributes = ''): string {
  const at = opening(xml, `${name}${attributes}`, 0)
  const from = at < 0 ? -1 : xml.indexOf('>', at)
  const to = from < 0 ? -1 : xml.indexOf(`</${name}>`, from)
  return to < 0 ? '' : xml.slice(from + 1, to).trim()
}
