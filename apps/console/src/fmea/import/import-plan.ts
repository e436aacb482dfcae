import { findHeadings, type ImportColumn, mapHeadings } from '@carapace/shared/fmea/import-columns'
import type { CellChange } from '@carapace/shared/core/sheet/ranges'
import { isSame } from '@carapace/shared/graph/artefacts/changes'
import { type LineColumn, valueIn } from '../worksheet/columns.ts'
import type { SheetLine } from '../worksheet/lines.ts'
import { newActionTarget } from '../worksheet/sheet.ts'

/** The columns of a file that an import takes, and the columns of the worksheet that they fill. */
export const taken: Readonly<Partial<Record<ImportColumn, string>>> = {
  element: 'element',
  function: 'element',
  effect: 'effect',
  severity: 'severity',
  mode: 'mode',
  cause: 'cause',
  prevention: 'prevention',
  occurrence: 'occurrence',
  detectionControl: 'detection_controls',
  detection: 'detection',
  characteristic: 'special',
  preventionAction: 'action',
  detectionAction: 'action',
  action: 'action',
  responsible: 'owner',
  due: 'due',
  status: 'state',
  newSeverity: 'severity_after',
  newOccurrence: 'occurrence_after',
  newDetection: 'detection_after',
  remarks: 'remark',
}

export interface FileTable {
  readonly headings: readonly string[]
  /** By heading; null: it is left out. */
  readonly mapping: readonly (ImportColumn | null)[]
  /** The rows below the headings, and the number of the first of them in the file. */
  readonly rows: readonly (readonly string[])[]
  readonly firstRow: number
}

/** The headings of a file with their probable columns; undefined: it has none (rules FMEA-21 to FMEA-23). */
export function tableOf(rows: readonly (readonly string[])[]): FileTable | undefined {
  const found = findHeadings(rows)
  if (!found) return undefined
  const { columns } = mapHeadings(found.headings)
  const mapping = columns.map((column) => (column !== null && taken[column] !== undefined ? column : null))
  return { headings: found.headings, mapping, rows: rows.slice(found.row + 1), firstRow: found.row + 2 }
}

export interface ImportPlan {
  /** Rows that become lines. */
  readonly added: readonly Readonly<Record<string, unknown>>[]
  readonly changes: readonly CellChange[]
  /** Lines that have all of it already, and lines that the import changes. */
  readonly same: number
  readonly changed: number
  readonly refused: readonly { readonly row: number; readonly reason: string }[]
}

type Cells = Partial<Record<ImportColumn, string>>

/**
 * What importing a table does to a worksheet: a row whose effect, mode and cause are those of a line changes this line,
 * else it becomes one. Cells below a merged cell are empty: they take the function, the effect and the mode above. An
 * empty cell changes nothing (rule FMEA-UI-13).
 */
export function importPlan(table: FileTable, lines: readonly SheetLine[], columns: readonly LineColumn[]): ImportPlan {
  const byKey = new Map(columns.map((column) => [column.key, column]))
  const known = new Map(lines.map((line) => [keyOf(line.effect?.title, line.mode?.title, line.cause?.title), line]))
  const added = new Map<string, Record<string, unknown>>()
  const changes = new Map<string, CellChange>()
  const touched = new Set<SheetLine>()
  const seen = new Set<SheetLine>()
  const refused: { row: number; reason: string }[] = []
  let above: Cells = {}
  for (const [index, texts] of table.rows.entries()) {
    const row = table.firstRow + index
    const cells = continued(cellsOf(table, texts), above)
    if (Object.keys(cells).length === 0) continue
    above = cells
    if (!cells.mode && !cells.cause && !cells.effect) {
      refused.push({ row, reason: 'It has no failure.' })
      continue
    }
    const values = valuesOf(cells, byKey, (reason) => refused.push({ row, reason }))
    const key = keyOf(cells.effect, cells.mode, cells.cause)
    const line = known.get(key)
    if (line) {
      seen.add(line)
      for (const change of changesOf(line, values, byKey)) {
        changes.set(`${change.target} ${change.column}`, change)
        touched.add(line)
      }
    } else added.set(key, { ...values, ...added.get(key) })
  }
  return {
    added: [...added.values()],
    changes: [...changes.values()],
    same: seen.size - touched.size,
    changed: touched.size,
    refused,
  }
}

const spelt = (text = '') => text.trim().replaceAll(/\s+/g, ' ').toLowerCase()
const keyOf = (...failures: readonly (string | undefined)[]) => failures.map(spelt).join('\n')

function cellsOf({ mapping }: FileTable, texts: readonly string[]): Cells {
  const cells: Cells = {}
  for (const [i, column] of mapping.entries()) {
    const text = texts[i]?.trim() ?? ''
    if (column !== null && text !== '') cells[column] = text
  }
  return cells
}

/** The cells with what merged cells above state: a row with only a cause is of the mode and the effect above. */
function continued(cells: Cells, above: Cells): Cells {
  if (Object.keys(cells).length === 0) return cells
  const whole: Cells = { ...cells }
  for (const column of ['element', 'function'] as const) whole[column] ??= above[column]
  if (!cells.mode && (cells.cause || cells.effect)) whole.mode = above.mode
  if (!cells.effect && (!cells.mode || cells.mode === above.mode)) whole.effect = above.effect
  return Object.fromEntries(Object.entries(whole).filter(([, text]) => text !== undefined))
}

function valuesOf(
  cells: Cells,
  byKey: ReadonlyMap<string, LineColumn>,
  refuse: (reason: string) => void,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  const type = cells.preventionAction ? 'prevention' : cells.detectionAction ? 'detection' : undefined
  for (const [column, text] of Object.entries(cells)) {
    const key = taken[column as ImportColumn]
    const target = key === undefined ? undefined : byKey.get(key)
    // the function is more exact than the component that has it
    if (!target || (column === 'element' && cells.function)) continue
    const value = target.valueOf(text)
    if (value.ok) values[target.key] = value.value
    else refuse(value.reason)
  }
  return type !== undefined && values.action !== undefined ? { ...values, type } : values
}

function changesOf(
  line: SheetLine,
  values: Readonly<Record<string, unknown>>,
  byKey: ReadonlyMap<string, LineColumn>,
): CellChange[] {
  const action = line.actions.find(({ title }) => spelt(title) === spelt(String(values.action ?? '')))
  return Object.entries(values).flatMap(([key, after]): CellChange[] => {
    const column = byKey.get(key)!
    if (column.of === 'chain') return []
    if (column.of === 'element' && line.element) return []
    if (column.of === 'action') {
      // an action that the line has is found by its title; another one is made
      const before = action && valueIn({ ...line, actions: [action] }, column)
      return isSame(before, after)
        ? []
        : [{ target: action?.uuid ?? newActionTarget(line.row.uuid), column: key, before, after }]
    }
    const before = valueIn(line, column)
    return isSame(before, after) ? [] : [{ target: line.row.uuid, column: key, before, after }]
  })
}
