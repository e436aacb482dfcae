import { arranged, type Place } from '../../core/flow/arrange.ts'
import type { PlaceOf } from './places.ts'

/** Sizes in px; the height of a card depends on its number of lines. */
export const sizes = { least: 172, most: 340, card: 62, control: 24, gate: 22, letter: 7.4, shownControls: 3 } as const

export function sizeOf({ step, depth }: PlaceOf): { width: number; card: number; height: number } {
  const width = Math.round(
    Math.min(sizes.most, Math.max(depth === 0 ? 260 : sizes.least, step.title.length * sizes.letter + 36)),
  )
  const lines = Math.min(step.controls.length, sizes.shownControls)
  const card = sizes.card + (lines > 0 ? 4 + lines * sizes.control : 0)
  return { width, card, height: card + (step.gate === null ? 0 : sizes.gate) }
}

/** The position of each place of a tree: the root at the top, parts below their parent, in their order. */
export function treeLayout(places: ReadonlyMap<string, PlaceOf>): ReadonlyMap<string, Place> {
  const nodes = [...places.values()].map((place) => ({ id: place.key, ...sizeOf(place) }))
  const edges = [...places.values()].flatMap(({ key, parent }) =>
    parent === undefined ? [] : [[parent, key] as const],
  )
  return arranged(nodes, edges, { direction: 'TB', gap: 18, rankGap: 48, keepsOrder: true })
}
