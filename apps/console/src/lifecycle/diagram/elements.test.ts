import type { DiagramLayout } from '@carapace/shared/lifecycle/kinds/item.kinds'
import { expect, test } from 'vitest'
import { labelShift, labelWidth, clearPlace, frameOf, type NodeKind } from './elements.ts'

const middle = { x: 400, y: 300 }

/** Adds nodes of these kinds, each requested at the same position. */
function added(...kinds: readonly NodeKind[]) {
  const kindOf = (uuid: string) => kinds[Number(uuid)]!
  const layout = kinds.reduce<DiagramLayout>(
    ({ nodes, edges }, kind, index) => ({
      nodes: [...nodes, { uuid: String(index), ...clearPlace({ nodes, edges }, kind, middle, kindOf) }],
      edges,
    }),
    { nodes: [], edges: [] },
  )
  return layout.nodes.map((placed) => frameOf(placed, kindOf(placed.uuid)))
}

const covers = (a: ReturnType<typeof frameOf>, b: ReturnType<typeof frameOf>) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

test('[DIAGRAM-10] the first node is at the requested position, and no later node covers another', () => {
  const frames = added('component', 'component', 'data', 'boundary', 'function', 'environment', 'component')
  expect(frames[0]).toMatchObject(middle)
  const nodes = frames.filter((_, index) => index !== 3 && index !== 5)
  expect(nodes.flatMap((one, index) => nodes.slice(index + 1).filter((other) => covers(one, other)))).toEqual([])
})

test('[DIAGRAM-10] a new box overlaps no existing node, but a node may be in a box', () => {
  const [component, boundary] = added('component', 'boundary')
  expect(covers(component!, boundary!)).toBe(false)
  const [box, inside] = added('boundary', 'component')
  expect([covers(box!, inside!), inside]).toEqual([true, expect.objectContaining(middle)])
})

test('[DIAGRAM-10] without free room nearby, a node is placed at the requested position', () => {
  const wall: DiagramLayout = {
    nodes: [{ uuid: 'wall', x: -10_000, y: -10_000, width: 20_000, height: 20_000 }],
    edges: [],
  }
  expect(clearPlace(wall, 'component', middle, () => 'system')).toEqual(middle)
})

test('[DIAGRAM-12] a label without room between two nodes is above them, or to their right', () => {
  const frame = (x: number, y: number) => ({ x, y, width: 168, height: 56 })
  const near = labelShift(frame(0, 0), frame(180, 0), true, 'Body CAN')
  expect(near.x).toBe(0)
  expect(28 + near.y + 9).toBeLessThanOrEqual(0)
  expect(labelShift(frame(0, 0), frame(400, 0), true, 'Body CAN')).toEqual({ x: 0, y: 0 })
  const below = labelShift(frame(0, 0), frame(0, 64), false, 'Body CAN')
  expect(84 + below.x - labelWidth('Body CAN') / 2).toBeGreaterThanOrEqual(168)
  expect(labelShift(frame(0, 0), frame(0, 90), false, 'Body CAN')).toEqual({ x: 0, y: 0 })
})
