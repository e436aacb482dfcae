import {
  type ActionPriority,
  actionPriorities,
  expandedTable,
  type PriorityTable,
  type RatingVariable,
} from '@carapace/shared/fmea/rating-profile'

type Cells = PriorityTable['cells']

/** Changes the list of a variable's bands in all cells: `change` gets one entry for each band. */
function along(cells: Cells, variable: RatingVariable, change: <T>(list: readonly T[]) => T[]): Cells {
  if (variable === 'severity') return change(cells)
  if (variable === 'occurrence') return cells.map((rows) => change(rows))
  return cells.map((rows) => rows.map((row) => change(row)))
}

/**
 * The table with the band that has `rating` and the rating below it split between the two: both parts have its
 * priorities (rule FMEA-UI-12). The table itself where they are in different bands.
 */
export function splitBelow(table: PriorityTable, variable: RatingVariable, rating: number): PriorityTable {
  const at = table[variable].findIndex(({ from, to }) => from < rating && rating <= to)
  const band = table[variable][at]
  if (!band) return table
  const parts = [
    { from: rating, to: band.to },
    { from: band.from, to: rating - 1 },
  ]
  return {
    ...table,
    [variable]: table[variable].toSpliced(at, 1, ...parts),
    cells: along(table.cells, variable, (list) => list.toSpliced(at, 0, list[at]!)),
  }
}

/** The table with the band that ends at `rating` and the one below it as one, with the priorities of the upper one. */
export function mergeBelow(table: PriorityTable, variable: RatingVariable, rating: number): PriorityTable {
  const at = table[variable].findIndex(({ from }) => from === rating)
  const [upper, lower] = [table[variable][at], table[variable][at + 1]]
  if (!upper || !lower) return table
  return {
    ...table,
    [variable]: table[variable].toSpliced(at, 2, { from: lower.from, to: upper.to }),
    cells: along(table.cells, variable, (list) => list.toSpliced(at + 1, 1)),
  }
}

/** Whether a band ends between a rating and the one below it. */
export function isEdge(table: PriorityTable, variable: RatingVariable, rating: number): boolean {
  return table[variable].some(({ from }) => from === rating)
}

/** The table with another priority in the cell of three bands. */
export function withPriority(
  table: PriorityTable,
  at: Readonly<Record<RatingVariable, number>>,
  priority: ActionPriority,
): PriorityTable {
  const { severity: s, occurrence: o, detection: d } = at
  return { ...table, cells: table.cells.with(s, table.cells[s]!.with(o, table.cells[s]![o]!.with(d, priority))) }
}

/** The next higher priority; after the highest the lowest. */
export function nextPriority(priority: ActionPriority): ActionPriority {
  return actionPriorities[(actionPriorities.indexOf(priority) + 1) % actionPriorities.length]!
}

/** How many of the 1,000 combinations have each priority, to be compared with the handbook (rule FMEA-3). */
export function checksumOf(table: PriorityTable): Readonly<Record<ActionPriority, number>> {
  const counts = { H: 0, M: 0, L: 0 }
  for (const { priority } of expandedTable(table)) counts[priority] += 1
  return counts
}
