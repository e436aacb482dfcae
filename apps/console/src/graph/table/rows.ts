import type { Artefact, Node } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { ReactNode } from 'react'
import type { Column, Sort } from '../../core/table/columns.ts'
import type { Choice } from '../../core/ui/filter-menu.tsx'
import type { Part } from '../editing/values.ts'
import { denied, isDenied, type Where } from '../page/search.ts'

/** A column of artefacts: in addition to a table column, how it is sorted, filtered and edited. */
export interface ArtefactColumn extends Column<Artefact> {
  /** The cell as text: for search, for the default sorting, and as the tooltip. */
  readonly text: (row: Artefact) => string
  /** The sort key, where sorting by text would give a wrong order. */
  readonly rank?: (row: Artefact) => number | string
  /** The part that is edited in the cell itself. */
  readonly edits?: Part
  /** Replaces the editor in the cell: the picker of its links. */
  readonly editor?: (row: Artefact, onDone: () => void) => ReactNode
  /** The values by which the list can be filtered. */
  readonly choices?: readonly Choice<string>[]
  /** The values of these that a row has. */
  readonly has?: (row: Artefact) => readonly string[]
  /** The column is not searched. */
  readonly isMute?: boolean
  /** A click on it opens the artefact. */
  readonly opens?: boolean
}

export interface Grouping {
  readonly key: string
  /** The title of what rows are grouped by: "Asset". */
  readonly title: string
  readonly of: (
    row: Artefact,
  ) => Node | { readonly uuid: string; readonly code: string; readonly title: string } | undefined
  /** The title of the group of rows without one. */
  readonly none: string
}

/** A line of a table: a group's heading, an artefact, or the content expanded below one. */
export type Line =
  | {
      readonly is: 'group'
      readonly key: string
      readonly code: string
      readonly title: string
      readonly count: number
      readonly isFolded: boolean
    }
  | {
      readonly is: 'row'
      readonly key: string
      readonly row: Artefact
      readonly isOpen: boolean
      readonly depth: number
      /** For a row with child rows: whether they are shown; otherwise undefined. */ readonly isUnfolded?: boolean
    }
  | { readonly is: 'below'; readonly key: string; readonly row: Artefact }

interface Narrowing {
  readonly q?: string | undefined
  readonly where: Where
  readonly keeps?: ((row: Artefact) => boolean) | undefined
}

/** The rows that contain all search words, and one of the chosen values in each filtered column (rule GRAPH-UI-9). */
export function narrowed(
  rows: readonly Artefact[],
  columns: readonly ArtefactColumn[],
  { q, where, keeps }: Narrowing,
): readonly Artefact[] {
  const terms = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const searched = columns.filter(({ isMute }) => isMute !== true)
  const filters = columns.flatMap(({ key, has }) => (has && where[key] ? [{ has, chosen: where[key] }] : []))
  return rows.filter((row) => {
    if (keeps && !keeps(row)) return false
    if (!filters.every(({ has, chosen }) => isLet(has(row), chosen))) return false
    if (terms.length === 0) return true
    const words = searched
      .map(({ text }) => text(row))
      .join('\n')
      .toLowerCase()
    return terms.every((term) => words.includes(term))
  })
}

/** The values of a cell by which its column can be filtered (rule GRAPH-UI-17). */
export function wordsIn({ choices, has }: ArtefactColumn, row: Artefact): readonly string[] {
  const known = new Set(choices?.map(({ word }) => word))
  return has?.(row).filter((word) => known.has(word)) ?? []
}

/** Whether the values include one of the chosen ones and none of the excluded ones (rules GRAPH-UI-9, GRAPH-UI-17). */
function isLet(words: readonly string[], chosen: readonly string[]): boolean {
  const wanted = chosen.filter((word) => !isDenied(word))
  return (
    !words.some((word) => chosen.includes(denied(word))) &&
    (wanted.length === 0 || words.some((word) => wanted.includes(word)))
  )
}

/**
 * The rows sorted by a column. Rows without a value come last in both directions; equal rows are sorted by code (rule
 * GRAPH-UI-9).
 */
export function sorted(
  rows: readonly Artefact[],
  columns: readonly ArtefactColumn[],
  sort: Sort | undefined,
): readonly Artefact[] {
  const column = columns.find(({ key }) => key === sort?.key)
  if (!column || !sort) return rows.toSorted(byCode)
  const ranks = new Map(rows.map((row) => [row.uuid, column.rank?.(row) ?? column.text(row).toLowerCase()]))
  const turn = sort.order === 'asc' ? 1 : -1
  return rows.toSorted((a, b) => compared(ranks.get(a.uuid)!, ranks.get(b.uuid)!, turn) || byCode(a, b))
}

const byCode = (a: Artefact, b: Artefact) => a.kind.localeCompare(b.kind) || a.number - b.number
const collator = new Intl.Collator('en', { numeric: true })

function compared(a: number | string, b: number | string, turn: number): number {
  const isNone = [a === '' || a === -Infinity, b === '' || b === -Infinity]
  if (isNone[0] || isNone[1]) return Number(isNone[0]) - Number(isNone[1])
  return turn * (typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b)))
}

interface Laying {
  readonly grouping?: Grouping | undefined
  /** For a hierarchy: the parent of a row. */
  readonly above?: ((row: Artefact) => string | undefined) | undefined
  readonly folded: ReadonlySet<string>
  /** Rows whose content below is expanded. */
  readonly opened: ReadonlySet<string>
}

/**
 * The lines of a table: groups sorted by code, rows without a group last, and rows in their sort order (rule
 * GRAPH-UI-9).
 */
export function laidLines(rows: readonly Artefact[], { grouping, above, folded, opened }: Laying): readonly Line[] {
  if (!grouping && above) return hierarchy(rows, above, folded, opened)
  if (!grouping) return rows.flatMap((row) => rowLines(row, opened))
  const groups = new Map<string, { code: string; title: string; rows: Artefact[] }>()
  for (const row of rows) {
    const { uuid, code, title } = grouping.of(row) ?? { uuid: '', code: '', title: grouping.none }
    const group = groups.get(uuid)
    if (group) group.rows.push(row)
    else groups.set(uuid, { code, title, rows: [row] })
  }
  const order = [...groups].toSorted(
    ([a, { code: one }], [b, { code: other }]) => Number(a === '') - Number(b === '') || collator.compare(one, other),
  )
  return order.flatMap(([uuid, { code, title, rows: own }]): Line[] => {
    const isFolded = folded.has(uuid)
    return [
      { is: 'group', key: `group ${uuid}`, code, title, count: own.length, isFolded },
      ...(isFolded ? [] : own.flatMap((row) => rowLines(row, opened))),
    ]
  })
}

function rowLines(row: Artefact, opened: ReadonlySet<string>, depth = 0): Line[] {
  const isOpen = opened.has(row.uuid)
  return [
    { is: 'row', key: row.uuid, row, isOpen, depth },
    ...(isOpen ? [{ is: 'below' as const, key: `below ${row.uuid}`, row }] : []),
  ]
}

/**
 * The rows below their parents, each once. A row whose parent is not shown is at the top level, and so is a row of a
 * circular hierarchy.
 */
function hierarchy(
  rows: readonly Artefact[],
  above: (row: Artefact) => string | undefined,
  folded: ReadonlySet<string>,
  opened: ReadonlySet<string>,
): readonly Line[] {
  const there = new Set(rows.map(({ uuid }) => uuid))
  const below = Map.groupBy(rows, (row) => {
    const superior = above(row)
    return superior !== undefined && there.has(superior) ? superior : ''
  })
  const listed = new Set<string>()
  const lines = (below.get('') ?? []).flatMap((row) => tree(row, 0, false))
  return [
    ...lines,
    ...rows.filter(({ uuid }) => !listed.has(uuid)).flatMap((row) => (listed.has(row.uuid) ? [] : tree(row, 0, false))),
  ]

  function tree(row: Artefact, depth: number, isHidden: boolean): Line[] {
    if (listed.has(row.uuid)) return []
    listed.add(row.uuid)
    const own = below.get(row.uuid) ?? []
    const isFolded = folded.has(row.uuid)
    const [line, ...rest] = rowLines(row, opened, depth)
    const parts = own.flatMap((each) => tree(each, depth + 1, isHidden || isFolded))
    return isHidden
      ? []
      : [own.length === 0 ? line! : { ...(line as Line & { is: 'row' }), isUnfolded: !isFolded }, ...rest, ...parts]
  }
}

/** The group of a heading's key. */
export const groupOf = (key: string) => key.slice('group '.length)
