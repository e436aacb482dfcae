import { actionPriorities } from '@carapace/shared/fmea/rating-profile'
import type { GridLine } from '../../core/sheet/grid-lines.ts'
import { newRow } from '../../core/sheet/selection.ts'
import type { Choice } from '../../core/ui/filter-menu.tsx'
import type { Where } from '../../graph/page/search.ts'
import type { GraphState } from '../../graph/store/graph-state.ts'
import { type LineColumn, valueIn } from './columns.ts'
import { lineFields, type LineReader, type Rated, type SheetLine } from './lines.ts'

export interface LineFilter {
  readonly key: string
  readonly title: string
  readonly choices: readonly Choice<string>[]
  readonly has: (line: SheetLine) => string
}

const closed = ['COMPLETED', 'NOT_COMPLETED']

function actionWord({ actions, row }: SheetLine): string {
  if (actions.length === 0) return lineFields(row).no_action === '' ? 'none' : 'reason'
  return actions.every(({ status }) => closed.includes(status)) ? 'closed' : 'open'
}

/** The filters of the worksheet. */
export const lineFilters: readonly LineFilter[] = [
  {
    key: 'priority',
    title: 'Action priority',
    choices: [
      { word: 'H', text: 'High' },
      { word: 'M', text: 'Medium' },
      { word: 'L', text: 'Low' },
      { word: 'none', text: 'Not rated' },
    ],
    has: ({ priority }) => priority ?? 'none',
  },
  {
    key: 'actions',
    title: 'Actions',
    choices: [
      { word: 'open', text: 'Open' },
      { word: 'closed', text: 'Closed' },
      { word: 'reason', text: 'None, with a reason' },
      { word: 'none', text: 'None' },
    ],
    has: actionWord,
  },
  {
    key: 'suspect',
    title: 'Links',
    choices: [{ word: 'suspect', text: 'Suspect' }],
    has: ({ suspects }) => (suspects > 0 ? 'suspect' : ''),
  },
]

/** The lines that have all words of the search, and pass all filters. */
export function filtered(
  lines: readonly SheetLine[],
  columns: readonly LineColumn[],
  { q = '', where }: { readonly q?: string | undefined; readonly where: Where },
): readonly SheetLine[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  const filters = lineFilters.filter(({ key }) => where[key])
  if (words.length + filters.length === 0) return lines
  return lines.filter((entry) => {
    if (!filters.every(({ key, has }) => where[key]!.includes(has(entry)))) return false
    if (words.length === 0) return true
    const text = [entry.row.code, ...columns.map((column) => column.textOf(valueIn(entry, column)))]
      .join('\n')
      .toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

export const groupKeys = ['element', 'effect', 'mode', 'priority'] as const
export type GroupKey = (typeof groupKeys)[number]
export const groupTitles: Readonly<Record<GroupKey, string>> = {
  element: 'Function',
  effect: 'Failure effect',
  mode: 'Failure mode',
  priority: 'Action priority',
}

export interface LineGroup {
  readonly key: string
  readonly title: string
  readonly lines: readonly SheetLine[]
}

/** The lines by what they have in common, in the order of their first line; priorities from the highest. */
export function groupsOf(lines: readonly SheetLine[], by: GroupKey): readonly LineGroup[] {
  const groups = Map.groupBy(lines, (entry) => (by === 'priority' ? entry.priority : entry[by]?.uuid) ?? '')
  const all = [...groups].map(([key, of]) => ({ key, title: groupTitle(of[0]!, by), lines: of }))
  const rank = ({ key }: LineGroup) => actionPriorities.findIndex((priority) => priority === key)
  return by === 'priority' ? all.sort((a, b) => rank(b) - rank(a)) : all
}

function groupTitle(first: SheetLine, by: GroupKey): string {
  if (by === 'priority') return first.priority === null ? 'Not rated' : `Action priority ${first.priority}`
  return first[by]?.title ?? `Without a ${groupTitles[by].toLowerCase()}`
}

export interface ViewOptions {
  readonly fmeaUuid: string
  readonly rated: Rated
  readonly columns: readonly LineColumn[]
  readonly q: string | undefined
  readonly where: Where
  readonly group: GroupKey | undefined
  /** Keys of the groups whose lines are hidden. */
  readonly folded: ReadonlySet<string>
  readonly mayAdd: boolean
}

export interface SheetView {
  /** All lines of the FMEA. */
  readonly all: readonly SheetLine[]
  /** Those that are shown, from above. */
  readonly rows: readonly SheetLine[]
  readonly lines: readonly GridLine<SheetLine>[]
}

/** What the grid shows of an FMEA: filtered, grouped, with the empty row below. */
export function viewOf(graph: GraphState, read: LineReader, options: ViewOptions): SheetView {
  const { fmeaUuid, rated, columns, group, folded, mayAdd } = options
  const all = read(graph, fmeaUuid, rated)
  const shown = filtered(all, columns, options)
  const groups = group === undefined ? undefined : groupsOf(shown, group)
  const rows: SheetLine[] = []
  const lines: GridLine<SheetLine>[] = []
  const addLines = (of: readonly SheetLine[]) => {
    for (const entry of of) {
      lines.push({ is: 'row', key: entry.row.uuid, entry, index: rows.length })
      rows.push(entry)
    }
  }
  if (!groups) addLines(shown)
  for (const { key, title, lines: of } of groups ?? []) {
    const isFolded = folded.has(key)
    lines.push({ is: 'group', key: `group ${key}`, group: key, title, note: String(of.length), isFolded })
    if (!isFolded) addLines(of)
  }
  if (mayAdd) lines.push({ is: 'new', key: newRow, index: rows.length })
  return { all, rows, lines }
}
