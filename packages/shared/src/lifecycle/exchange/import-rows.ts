import { type Parsed, parsed, refused } from '../../core/parsed.ts'
import type { ArtefactKind } from '../../graph/artefacts/artefact-kind.ts'
import { type ArtefactStatus, artefactStatuses, decidedStatuses } from '../../graph/artefacts/statuses.ts'
import { valueOfCell } from './cells.ts'
import { effortColumn } from './effort-cells.ts'
import { stepsColumn } from './steps-cell.ts'
import { linkColumn } from './table-columns.ts'

/** An artefact as described in a file of any format. */
export interface ImportRow {
  /** Its row in the file, counted from 1. */
  readonly row: number
  readonly kind: string
  /** Its code in the file, which links of other rows use. */
  readonly code: string | undefined
  readonly title: string | undefined
  readonly status: ArtefactStatus | undefined
  readonly fields: Readonly<Record<string, unknown>>
  readonly links: readonly ImportLink[]
  /** Its identifier in another tool, if the file states one. */
  readonly externalId?: string | undefined
  /** The cells of factors of an effort, by column: read with the program's method. */
  readonly efforts?: Readonly<Record<string, string>>
  /** The cell with the steps of an attack tree. */
  readonly steps?: string | undefined
}

export interface ImportLink {
  readonly kind: string
  /** The end of the link that the code names. */
  readonly side: 'from' | 'to'
  readonly code: string
}

type Mapping = Readonly<Record<string, string | null>>

/** A row of a table read with a mapping; undefined: it is empty. */
export function rowOf(
  kind: ArtefactKind,
  columns: readonly string[],
  mapping: Mapping,
  row: number,
  cells: readonly string[],
): Parsed<ImportRow> | undefined {
  const cellByKey = new Map<string, string>()
  for (const [i, column] of columns.entries()) {
    const key = Object.hasOwn(mapping, column) ? mapping[column] : null
    if (typeof key === 'string' && !cellByKey.has(key)) cellByKey.set(key, cells[i]?.trim() ?? '')
  }
  if ([...cellByKey.values()].every((cell) => cell === '')) return undefined
  const status = statusOf(cellByKey.get('status') ?? '')
  if (!status.ok) return status
  const fields: Record<string, unknown> = {}
  const efforts: Record<string, string> = {}
  const links: ImportLink[] = []
  for (const [key, cell] of cellByKey) {
    const field = Object.hasOwn(kind.fields, key) ? kind.fields[key] : undefined
    const link = linkColumn(kind, key)
    if (field) {
      const value = valueOfCell(field, cell)
      if (!value.ok) return value
      fields[key] = value.value
    } else if (effortColumn(kind, key)) efforts[key] = cell
    else if (link) links.push(...codesIn(cell).map((code) => ({ kind: link.link.kind, side: link.side, code })))
  }
  const code = cellByKey.get('code') || undefined
  const externalId = cellByKey.get('external_id') || (code !== undefined && !isOurs(kind, code) ? code : undefined)
  if (externalId !== undefined && externalId.length > 200) return refused('Its id is longer than 200 characters.')
  return parsed({
    row,
    kind: kind.kind,
    code,
    externalId,
    efforts,
    steps: cellByKey.get(stepsColumn.key) || undefined,
    title: cellByKey.get('title') || undefined,
    status: status.value,
    fields,
    links,
  })
}

/** Whether a code has the form of the kind's own: TS-031. */
const isOurs = ({ code }: ArtefactKind, text: string) =>
  text.startsWith(`${code}-`) && /^\d+$/.test(text.slice(code.length + 1))

const codesIn = (cell: string) => cell.split(/[,;\s]+/).filter((code) => code !== '')

/** The status of a cell; a file cannot set a status that only a review can set. */
function statusOf(cell: string): Parsed<ArtefactStatus | undefined> {
  if (cell === '') return parsed(undefined)
  const word = cell
    .trim()
    .toUpperCase()
    .replaceAll(/[\s-]+/g, '_')
  const found = artefactStatuses.find((status) => status === word)
  if (found && decidedStatuses.includes(found)) return parsed(undefined)
  return found ? parsed(found) : refused(`Status: ${JSON.stringify(cell.slice(0, 60))} is none that we know.`)
}
