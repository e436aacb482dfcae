import { expect, test } from 'vitest'
import { conflictsOf } from './marks.ts'
import { type Mark, markField, marks, type Side, sides } from './row.ts'

const none = Object.fromEntries(sides.flatMap((side) => marks.map((mark) => [markField(side, mark), false])))
const marked = (...set: readonly `${Side}_${Mark}`[]) =>
  ({ ...none, ...Object.fromEntries(set.map((field) => [field, true])) }) as Parameters<typeof conflictsOf>[0]

test.for([
  [[], ['none-responsible']],
  [['customer_s', 'supplier_i'], ['none-responsible']],
  [['customer_r'], []],
  [['customer_r', 'supplier_r'], []],
  [['customer_r', 'supplier_a'], []],
  [['supplier_r', 'customer_a', 'supplier_a'], ['two-approving']],
  [
    ['customer_a', 'supplier_a'],
    ['none-responsible', 'two-approving'],
  ],
  [['customer_r', 'customer_a'], ['approves-own']],
  [['customer_r', 'customer_a', 'supplier_r'], []],
] as const)('[AGREEMENT-3] the marks %j conflict as %j', ([set, conflicts]) => {
  expect(conflictsOf(marked(...set))).toEqual(conflicts)
})
