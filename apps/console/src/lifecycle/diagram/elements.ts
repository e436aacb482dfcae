import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { DiagramLayout } from '@carapace/shared/lifecycle/kinds/item.kinds'
import type { Placed } from './layout.ts'
import type { LinkEnds } from './change.ts'

/** The shape of a node: an external entity is outside the item, data is a store, and a function is a process. */
export type Shape = 'part' | 'outside' | 'process' | 'store' | 'box'

/** The kinds that a diagram shows as nodes, with their usual size, px. */
export const nodeKinds = {
  component: { title: 'Component', width: 168, height: 56 },
  system: { title: 'System', width: 184, height: 64 },
  function: { title: 'Function', width: 168, height: 52 },
  feature: { title: 'Feature', width: 168, height: 52 },
  data: { title: 'Data', width: 152, height: 44 },
  boundary: { title: 'Trust boundary', width: 420, height: 260 },
  group: { title: 'Group', width: 360, height: 220 },
  environment: { title: 'Environment', width: 420, height: 260 },
} as const
export type NodeKind = keyof typeof nodeKinds

export const isNodeKind = (kind: string): kind is NodeKind => Object.hasOwn(nodeKinds, kind)
export const boxKinds: readonly string[] = ['boundary', 'group', 'environment']
export const isBox = (kind: string) => boxKinds.includes(kind)

/** Whether an element is outside the item: an external entity. */
export const isOutside = ({ kind, fields }: Pick<Artefact, 'kind' | 'fields'>) =>
  kind === 'component' && fields.external === true

export function shapeOf({ kind, fields }: Pick<Artefact, 'kind' | 'fields'>): Shape {
  if (isBox(kind)) return 'box'
  if (kind === 'data') return 'store'
  if (kind === 'function' || kind === 'feature') return 'process'
  return fields.external === true ? 'outside' : 'part'
}

/** The position and size of a node; its usual size if the layout has none. */
export function frameOf(
  { x, y, width, height }: Placed,
  kind: string,
): { x: number; y: number; width: number; height: number } {
  const usual = isNodeKind(kind) ? nodeKinds[kind] : nodeKinds.component
  return { x, y, width: width ?? usual.width, height: height ?? usual.height }
}

const clearance = 8
const farthest = 8

/**
 * The position of a new node that covers nothing: the requested one, or the nearest free one. A box must not overlap
 * any node; another node must not overlap nodes other than boxes, nor any of the boxes to avoid.
 */
export function clearPlace(
  { nodes }: DiagramLayout,
  kind: NodeKind,
  at: { x: number; y: number },
  kindOf: (uuid: string) => string,
  avoided: ReadonlySet<string> = new Set(),
): { x: number; y: number } {
  const { width, height } = nodeKinds[kind]
  const others = nodes
    .filter(({ uuid }) => isBox(kind) || !isBox(kindOf(uuid)) || avoided.has(uuid))
    .map((placed) => frameOf(placed, kindOf(placed.uuid)))
  const isClear = ({ x, y }: { x: number; y: number }) =>
    others.every(
      (other) =>
        x >= other.x + other.width + clearance ||
        other.x >= x + width + clearance ||
        y >= other.y + other.height + clearance ||
        other.y >= y + height + clearance,
    )
  const steps = Array.from({ length: 2 * farthest + 1 }, (_, step) => step - farthest)
  const offsets = steps.flatMap((across) =>
    steps.map((down) => ({ x: across * (width + 4 * clearance), y: down * (height + 4 * clearance) })),
  )
  const near = offsets
    .sort((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y))
    .map(({ x, y }) => ({ x: at.x + x, y: at.y + y }))
  return near.find(isClear) ?? at
}

/** The smallest box that contains the middle of a node and is no smaller than the node (rule DIAGRAM-4). */
export function boxAround(
  layout: DiagramLayout,
  uuid: string,
  kindOf: (uuid: string) => string,
  avoided: ReadonlySet<string> = new Set(),
): string | undefined {
  const placed = layout.nodes.find((node) => node.uuid === uuid)
  if (!placed) return undefined
  const own = frameOf(placed, kindOf(uuid))
  const middle = { x: own.x + own.width / 2, y: own.y + own.height / 2 }
  const around = layout.nodes.flatMap((node) => {
    const frame = frameOf(node, kindOf(node.uuid))
    const holds =
      node.uuid !== uuid &&
      isBox(kindOf(node.uuid)) &&
      !avoided.has(node.uuid) &&
      middle.x >= frame.x &&
      middle.x <= frame.x + frame.width &&
      middle.y >= frame.y &&
      middle.y <= frame.y + frame.height
    const size = frame.width * frame.height
    return holds && size > own.width * own.height ? [{ uuid: node.uuid, size }] : []
  })
  return around.sort((a, b) => a.size - b.size)[0]?.uuid
}

/** All nodes in a box, including those in nested boxes. */
export function withinBox(layout: DiagramLayout, box: string, kindOf: (uuid: string) => string): ReadonlySet<string> {
  const around = new Map(layout.nodes.map(({ uuid }) => [uuid, boxAround(layout, uuid, kindOf)]))
  const inside = new Set<string>()
  for (let found = [box]; found.length > 0;) {
    found = layout.nodes
      .map(({ uuid }) => uuid)
      .filter((uuid) => !inside.has(uuid) && uuid !== box && found.includes(around.get(uuid) ?? ''))
    for (const uuid of found) inside.add(uuid)
  }
  return inside
}

type Frame = ReturnType<typeof frameOf>

/** The width of a label of a line, px: a letter of 11 px is some 6 px wide. */
export const labelWidth = (text: string) => Math.min(200, text.length * 6.2 + 12)
const labelHeight = 18

/**
 * How far the label of a line is moved from the line's middle, px: not at all where it fits between the two nodes, else
 * above nodes beside each other, and to the right of nodes below each other (rule DIAGRAM-12).
 */
export function labelShift(a: Frame, b: Frame, isBeside: boolean, text: string): { x: number; y: number } {
  const gapX = Math.max(b.x - a.x - a.width, a.x - b.x - b.width)
  const gapY = Math.max(b.y - a.y - a.height, a.y - b.y - b.height)
  const width = labelWidth(text)
  if (isBeside && gapX < width && gapY < 0)
    return { x: 0, y: Math.min(a.y, b.y) - labelHeight / 2 - 2 - (a.y + a.height / 2 + b.y + b.height / 2) / 2 }
  if (!isBeside && gapY < labelHeight && gapX < 0)
    return {
      x: Math.max(a.x + a.width, b.x + b.width) + width / 2 + 4 - (a.x + a.width / 2 + b.x + b.width / 2) / 2,
      y: 0,
    }
  return { x: 0, y: 0 }
}

/** The links of a channel that follow from drawing it between two nodes (rule DIAGRAM-3). */
export function linksOfLine(channel: string, ends: readonly { uuid: string; kind: string }[]): LinkEnds[] {
  return ends.flatMap(({ uuid, kind }): LinkEnds[] => {
    if (kind === 'component' || kind === 'system') return [{ kind: 'connects', from: uuid, to: channel }]
    return kind === 'data' ? [{ kind: 'carries', from: channel, to: uuid }] : []
  })
}

/** Whether a box may contain a kind. An environment is never contained. */
export const mayBeContained = (kind: string) => kind !== 'environment'
