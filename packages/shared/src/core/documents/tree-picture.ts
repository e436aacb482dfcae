import type { TreeNode } from './report.ts'
import { linesOf, type Measure, shortened } from './text-lines.ts'

/** A box of a picture: position and size in points, from the picture's upper left corner. */
export interface TreeBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly lines: readonly string[]
  /** A last line: the node's note, or the number of the picture with its children. */
  readonly note: string | undefined
  readonly node: TreeNode
  /** The boxes of its children. */
  readonly children: readonly TreeBox[]
}

export interface TreePicture {
  readonly width: number
  readonly height: number
  readonly root: TreeBox
}

/** In points. Text in boxes is 8 points high. */
export const boxText = 8
export const boxPad = 4
const lineHeight = 9.6
const boxWidth = 104
const gapAcross = 26
const gapDown = 6
const mostLines = 3

/** A node while its picture is laid out; `isElsewhere`: its children are in another picture. */
interface Placed {
  readonly node: TreeNode
  readonly lines: readonly string[]
  children: Placed[]
  isElsewhere: boolean
  /** The height of the part of it that is drawn here. */
  height: number
  levels: number
}

/**
 * A tree as one or several pictures, root on the left, each within a width and a height. A branch that does not fit has
 * its own picture, and its box in the first picture names that picture. The pictures are in node order.
 */
export function treePictures(
  nodes: readonly TreeNode[],
  room: { readonly width: number; readonly height: number },
  measure: Measure,
): TreePicture[] {
  const root = placedTree(nodes, measure)
  if (!root) return []
  const mostLevels = Math.max(2, Math.floor((room.width + gapAcross) / (boxWidth + gapAcross)))
  fit(root, mostLevels, room.height)
  const roots = [root, ...elsewhere(root)]
  const numberOf = new Map(roots.map((one, i) => [one, i + 1]))
  return roots.map((one) => picture(one, numberOf))
}

/** Builds the tree from nodes in depth-first order; undefined: there are no nodes. */
function placedTree(nodes: readonly TreeNode[], measure: Measure): Placed | undefined {
  const open: Placed[] = []
  for (const node of nodes) {
    const lines = shortened(linesOf(node.label, boxWidth - 2 * boxPad, measure), mostLines)
    const placed: Placed = { node, lines, children: [], isElsewhere: false, height: 0, levels: 1 }
    open[node.depth - 1]?.children.push(placed)
    open[node.depth] = placed
  }
  return open[0]
}

/** Sets heights and levels from the leaves up, and moves the largest branches elsewhere if they do not fit. */
function fit(placed: Placed, mostLevels: number, mostHeight: number): void {
  for (const child of placed.children) fit(child, mostLevels, mostHeight)
  for (const child of placed.children) if (child.levels >= mostLevels) moveElsewhere(child)
  const largestFirst = placed.children.filter(isBranch).sort((a, b) => b.height - a.height)
  for (const child of largestFirst) {
    if (heightOf(placed.children) <= mostHeight) break
    moveElsewhere(child)
  }
  while (heightOf(placed.children) > mostHeight) groupChildren(placed, mostHeight)
  placed.height = Math.max(ownHeight(placed), heightOf(placed.children))
  placed.levels = 1 + Math.max(0, ...placed.children.map(({ levels }) => levels))
}

const isBranch = ({ children, isElsewhere }: Placed) => children.length > 0 && !isElsewhere
const heightOf = (children: readonly Placed[]) =>
  children.reduce((sum, { height }) => sum + height + gapDown, children.length > 0 ? -gapDown : 0)
const ownHeight = ({ node, lines, isElsewhere }: Placed) =>
  2 * boxPad + lineHeight * (lines.length + (node.note !== undefined || isElsewhere ? 1 : 0))

function moveElsewhere(placed: Placed): void {
  placed.isElsewhere = true
  placed.height = ownHeight(placed)
  placed.levels = 1
}

/** Divides children into groups, each drawn elsewhere, if they are higher than a picture. */
function groupChildren(placed: Placed, mostHeight: number): void {
  const groups: Placed[][] = [[]]
  for (const child of placed.children) {
    if (groups.at(-1)!.length > 0 && heightOf([...groups.at(-1)!, child]) > mostHeight) groups.push([])
    groups.at(-1)!.push(child)
  }
  placed.children = groups.map((children, i) => {
    const note = `part ${i + 1} of ${groups.length}`
    const group = { ...placed, node: { ...placed.node, note }, children, isElsewhere: false }
    moveElsewhere(group)
    return group
  })
}

/** The branches below a node that have their own pictures, in node order. */
function elsewhere({ children }: Placed): Placed[] {
  return children.flatMap((child) => [...(child.isElsewhere ? [child] : []), ...elsewhere(child)])
}

function picture(root: Placed, numberOf: ReadonlyMap<Placed, number>): TreePicture {
  const box = (placed: Placed, depth: number, top: number): TreeBox => {
    const isDrawn = placed === root || !placed.isElsewhere
    const inner = isDrawn ? heightOf(placed.children) : 0
    const own = ownHeight(placed)
    let y = top + Math.max(0, own - inner) / 2
    const children = (isDrawn ? placed.children : []).map((child) => {
      const made = box(child, depth + 1, y)
      y += (child.isElsewhere ? ownHeight(child) : child.height) + gapDown
      return made
    })
    const [first, last] = [children.at(0), children.at(-1)]
    const wanted = first && last ? (middleOf(first) + middleOf(last)) / 2 : top + own / 2
    const middle = Math.max(top + own / 2, Math.min(top + Math.max(own, inner) - own / 2, wanted))
    const note = isDrawn ? placed.node.note : `see picture ${numberOf.get(placed)}`
    return {
      x: depth * (boxWidth + gapAcross),
      y: middle - own / 2,
      width: boxWidth,
      height: own,
      lines: placed.lines,
      note,
      node: placed.node,
      children,
    }
  }
  const made = box(root, 0, 0)
  const all = boxesOf(made)
  return {
    width: Math.max(...all.map(({ x, width }) => x + width)),
    height: Math.max(...all.map(({ y, height }) => y + height)),
    root: made,
  }
}

/** The caption of a picture: one of several pictures states its number. */
export const pictureTitle = (title: string, index: number, pictures: number) =>
  pictures === 1 ? title : `${title}, picture ${index + 1} of ${pictures}`

export const middleOf = ({ y, height }: TreeBox) => y + height / 2

/** A box and all boxes below it. */
export function boxesOf(root: TreeBox): TreeBox[] {
  return [root, ...root.children.flatMap(boxesOf)]
}

/** The horizontal position where the line from a box to its children turns. */
export const turnOf = ({ x, width }: TreeBox) => x + width + gapAcross / 2
