import { expect, test } from 'vitest'
import { artefactKindNamed } from '../../artefact-kinds.ts'
import { groupOf, workProductGroups, workProducts } from './work-products.ts'

test('[SUMMARY-9] there are 42 unique work products, sorted by code, in eight groups', () => {
  const codes = workProducts.map(({ code }) => code)
  expect([codes.length, new Set(codes).size, codes]).toEqual([42, 42, codes.toSorted()])
  expect(
    workProductGroups.map(({ clauses }) => workProducts.filter((each) => groupOf(each) === clauses).length),
  ).toEqual([5, 4, 1, 6, 7, 7, 4, 8])
  expect(workProducts.flatMap(({ kinds }) => kinds).filter((kind) => artefactKindNamed(kind) === undefined)).toEqual([])
})
