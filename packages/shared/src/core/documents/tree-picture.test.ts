import { describe, expect, test } from 'vitest'
import type { TreeNode } from './report.ts'
import { boxesOf, pictureTitle, treePictures } from './tree-picture.ts'

const letters = (text: string) => text.length * 4
const room = { width: 500, height: 300 }
const node = (depth: number, label: string): TreeNode => ({ depth, label, details: '', gate: 'OR' })
const labelsOf = (nodes: readonly TreeNode[], size = room) =>
  treePictures(nodes, size, letters).map(({ root }) =>
    boxesOf(root).map((box) => `${box.node.depth} ${box.lines.join(' ')}`),
  )

/** A tree in which each node above the leaves has `children` children. */
function evenTree(depth: number, children: number, at = 0, label = 'N'): TreeNode[] {
  if (at === depth) return [node(at, label)]
  const below = Array.from({ length: children }, (_, i) => evenTree(depth, children, at + 1, `${label}${i}`))
  return [node(at, label), ...below.flat()]
}

test('[DOCUMENT-29] a tree that fits is one picture, with children to the right, one below the other', () => {
  const [picture, ...more] = treePictures([node(0, 'Root'), node(1, 'A'), node(1, 'B')], room, letters)
  expect(more).toEqual([])
  const [root, first, second] = boxesOf(picture!.root)
  expect(first!.x).toBeGreaterThan(root!.x + root!.width)
  expect(second!.x).toBe(first!.x)
  expect(second!.y).toBeGreaterThanOrEqual(first!.y + first!.height)
})

test('[DOCUMENT-29] an empty tree has no picture', () => {
  expect(treePictures([], room, letters)).toEqual([])
})

describe.for([
  ['wide', evenTree(1, 60)],
  ['deep', Array.from({ length: 40 }, (_, depth) => node(depth, `D${depth}`))],
  ['wide and deep', evenTree(5, 3)],
] as const)('[DOCUMENT-29] of a %s tree', ([, nodes]) => {
  const pictures = treePictures(nodes, room, letters)

  test('every picture fits, and its boxes do not overlap', () => {
    expect(pictures.length).toBeGreaterThan(1)
    for (const { root, width, height } of pictures) {
      expect(width).toBeLessThanOrEqual(room.width)
      expect(height).toBeLessThanOrEqual(room.height)
      const boxes = boxesOf(root)
      expect(Math.min(...boxes.map(({ y }) => y))).toBeGreaterThanOrEqual(0)
      for (const [i, a] of boxes.entries())
        for (const b of boxes.slice(i + 1)) {
          const isApart = a.x !== b.x || a.y + a.height <= b.y + 0.001 || b.y + b.height <= a.y + 0.001
          expect(isApart, `${a.lines.join(' ')} and ${b.lines.join(' ')}`).toBe(true)
        }
    }
  })

  test('every node is drawn, and a box whose children are drawn elsewhere names their picture', () => {
    const boxes = pictures.flatMap(({ root }) => boxesOf(root))
    expect(new Set(boxes.map(({ lines }) => lines.join(' ')))).toEqual(new Set(nodes.map(({ label }) => label)))
    const named = boxes.flatMap(({ note }) => /^see picture (\d+)$/.exec(note ?? '')?.[1] ?? []).map(Number)
    expect(named.toSorted((a, b) => a - b)).toEqual(pictures.slice(1).map((_, i) => i + 2))
  })
})

test('[DOCUMENT-29] a long label is cut to three lines; the list below the picture has all of it', () => {
  const [labels] = labelsOf([node(0, 'word '.repeat(60).trim())])
  expect(labels![0]).toMatch(/…$/)
})

test('[DOCUMENT-29] each of several pictures states its number', () => {
  expect([pictureTitle('T', 0, 1), pictureTitle('T', 1, 3)]).toEqual(['T', 'T, picture 2 of 3'])
})
