import type { Place } from '../../core/flow/arrange.ts'
import type { TreePlace } from '../../graph/tree/moving.ts'

/** Sizes in px: a card, the symbol below it, and the distances between cards and between levels. */
export const sizes = { width: 148, card: 62, symbol: 30, gap: 12, rankGap: 34 } as const
export const levelHeight = sizes.card + sizes.symbol + sizes.rankGap

/** The left and right edges of a subtree by level, relative to the middle of its top. */
interface Outline {
  readonly left: number[]
  readonly right: number[]
}

/**
 * The position of each place of a tree: the top above, inputs below in their order, a gate in the middle above its
 * inputs, and subtrees as close as their outlines allow (Reingold and Tilford, "Tidier drawings of trees", 1981).
 *
 * @param places Parents before children.
 */
export function treeLayout(places: ReadonlyMap<string, TreePlace>): ReadonlyMap<string, Place> {
  const half = (sizes.width + sizes.gap) / 2
  const offsets = new Map<string, number>()
  const outlines = new Map<string, Outline>()
  for (const { key, children } of [...places.values()].reverse()) {
    const all: Outline = { left: [], right: [] }
    const middles: number[] = []
    for (const child of children) {
      const own = outlines.get(child)!
      outlines.delete(child)
      const shift = middles.length === 0 ? 0 : shiftBeside(all, own)
      middles.push(shift)
      join(all, own, shift)
    }
    const middle = middles.length === 0 ? 0 : (middles[0]! + middles.at(-1)!) / 2
    children.forEach((child, i) => offsets.set(child, middles[i]! - middle))
    outlines.set(key, {
      left: [-half, ...all.left.map((x) => x - middle)],
      right: [half, ...all.right.map((x) => x - middle)],
    })
  }
  const layout = new Map<string, Place>()
  for (const { key, parent, depth } of places.values()) {
    const above = parent === undefined ? undefined : layout.get(parent)
    const x = above === undefined ? 0 : above.x + offsets.get(key)!
    layout.set(key, { x, y: depth * levelHeight, width: sizes.width, height: sizes.card + sizes.symbol })
  }
  return layout
}

/** How far to the right a subtree must be to clear the ones at its left. */
function shiftBeside(all: Outline, own: Outline): number {
  let shift = 0
  for (let level = 0; level < Math.min(all.right.length, own.left.length); level++)
    shift = Math.max(shift, all.right[level]! - own.left[level]!)
  return shift
}

function join(all: Outline, own: Outline, shift: number): void {
  for (let level = 0; level < own.left.length; level++) {
    all.left[level] = Math.min(all.left[level] ?? Infinity, own.left[level]! + shift)
    all.right[level] = Math.max(all.right[level] ?? -Infinity, own.right[level]! + shift)
  }
}
