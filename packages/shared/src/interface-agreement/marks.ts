import { type Mark, markField, type RowValues, type Side, sides } from './row.ts'

export const markConflicts = {
  'none-responsible': 'Nobody is responsible.',
  'two-approving': 'Both sides approve: one has to decide.',
  'approves-own': 'The only responsible side also approves: the other side has no say.',
} as const
export type MarkConflict = keyof typeof markConflicts

type Marks = Pick<RowValues, `${Side}_${Mark}`>

/** What is contradictory about the marks of a work product (rule AGREEMENT-3). */
export function conflictsOf(row: Marks): readonly MarkConflict[] {
  const withMark = (mark: Mark) => sides.filter((side) => row[markField(side, mark)])
  const [responsible, approving] = [withMark('r'), withMark('a')]
  const isOwn = responsible.length === 1 && approving.length === 1 && responsible[0] === approving[0]
  return [
    ...(responsible.length === 0 ? (['none-responsible'] as const) : []),
    ...(approving.length === 2 ? (['two-approving'] as const) : []),
    ...(isOwn ? (['approves-own'] as const) : []),
  ]
}
