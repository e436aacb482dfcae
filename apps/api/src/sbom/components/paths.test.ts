import { expect, test } from 'vitest'
import { pathsTo } from './paths.ts'

const limits = { paths: 50, length: 64, visited: 20_000 }
const needersIn = (edges: readonly (readonly [number, number])[]) => async (positions: readonly number[]) =>
  edges.filter(([, to]) => positions.includes(to)).map(([from, to]) => ({ from, to }))

test('[SBOM-32] paths are found back from the component, the shortest first', async () => {
  const edges = [
    [0, 1],
    [0, 2],
    [1, 3],
    [2, 3],
    [1, 2],
  ] as const
  expect(await pathsTo(3, 0, needersIn(edges), limits)).toEqual({
    paths: [
      [0, 1, 3],
      [0, 2, 3],
      [0, 1, 2, 3],
    ],
    isCut: false,
  })
  expect(await pathsTo(0, 0, needersIn(edges), limits)).toEqual({ paths: [[0]], isCut: false })
  expect(await pathsTo(9, 0, needersIn(edges), limits)).toEqual({ paths: [], isCut: false })
})

test('[SBOM-32] cycles end, and a dense graph is cut', async () => {
  expect(
    await pathsTo(
      2,
      0,
      needersIn([
        [1, 2],
        [2, 1],
        [1, 1],
      ]),
      limits,
    ),
  ).toEqual({ paths: [], isCut: false })
  const dense: (readonly [number, number])[] = []
  for (let layer = 0; layer < 12; layer++)
    for (let a = 0; a < 8; a++) for (let b = 0; b < 8; b++) dense.push([1 + layer * 8 + a, 1 + (layer + 1) * 8 + b])
  for (let a = 0; a < 8; a++) dense.push([0, 1 + a])
  const { paths, isCut } = await pathsTo(1 + 12 * 8, 0, needersIn(dense), limits)
  expect([paths.length > 0, paths.length <= 50, isCut]).toEqual([true, true, true])
})
