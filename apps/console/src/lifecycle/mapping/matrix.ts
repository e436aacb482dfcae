import { artefactKindNamed, artefactKinds, joins, linkKinds } from '@carapace/shared/artefact-kinds'
import type { getTraceMatrix } from '@carapace/shared/lifecycle/compliance/gaps.contract'
import type { z } from 'zod'
import type { MappingSearch } from './search.ts'

export type Answer = z.output<typeof getTraceMatrix.output>

/** The kinds of manual links from one kind to the other; links that fields imply cannot be made here. */
export function linksBetween(from: string, to: string): readonly string[] {
  return linkKinds
    .filter((link) => joins(link, from, to) && !artefactKindNamed(to)?.impliedLinkKinds.includes(link.kind))
    .map((link) => link.kind)
}

/** The kinds at the other end of a kind's outgoing links. */
export function kindsAfter(from: string): readonly string[] {
  return artefactKinds.map((each) => each.kind).filter((to) => linksBetween(from, to).length > 0)
}

export const kindsBefore: readonly string[] = artefactKinds
  .map((each) => each.kind)
  .filter((from) => kindsAfter(from).length > 0)

/** The pair of kinds that is shown: the one in the address if it is valid, else requirements and their tests. */
export function pairOf({ from = 'requirement', to }: Pick<MappingSearch, 'from' | 'to'>): {
  readonly from: string
  readonly to: string
} {
  const known = kindsBefore.includes(from) ? from : 'requirement'
  const after = kindsAfter(known)
  return {
    from: known,
    to: to !== undefined && after.includes(to) ? to : known === 'requirement' ? 'test-case' : after[0]!,
  }
}

export interface MatrixCell {
  readonly column: number
  readonly isSuspect: boolean
  /** The kinds of the links in the cell. */
  readonly links: readonly string[]
}

/** The linked cells of each row, in the order of the columns. */
export function rowsOf({ from, cells }: Pick<Answer, 'from' | 'cells'>): readonly (readonly MatrixCell[])[] {
  const rows = from.map(() => new Map<number, MatrixCell>())
  for (const [row, column, link, isSuspect] of cells) {
    const before = rows[row]?.get(column)
    rows[row]?.set(column, {
      column,
      isSuspect: isSuspect || (before?.isSuspect ?? false),
      links: [...(before?.links ?? []), link],
    })
  }
  return rows.map((row) => [...row.values()].sort((a, b) => a.column - b.column))
}

/** Rows and columns without links (rule MAPPING-1). */
export function gapsIn({ from, to, cells }: Pick<Answer, 'from' | 'to' | 'cells'>): {
  readonly from: readonly number[]
  readonly to: readonly number[]
} {
  const rows = new Set(cells.map(([row]) => row))
  const columns = new Set(cells.map(([, column]) => column))
  return {
    from: from.flatMap((_, row) => (rows.has(row) ? [] : [row])),
    to: to.flatMap((_, column) => (columns.has(column) ? [] : [column])),
  }
}
