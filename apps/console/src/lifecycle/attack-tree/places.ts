import { partCode } from '@carapace/shared/lifecycle/attack-tree/step-codes'
import type { Tree, TreeStep } from '@carapace/shared/lifecycle/attack-tree/tree'
import { stepsOf } from './edits.ts'

/** A step where it is drawn: a step that is a part of several others has several places (rule TREE-UI-3). */
export interface PlaceOf {
  /** The path to it: the ids of its steps. */
  readonly key: string
  readonly step: TreeStep
  readonly parent: string | undefined
  /** Its code: A1a; empty for the root (rule TREE-UI-5). */
  readonly code: string
  readonly depth: number
  readonly children: readonly string[]
  /** Whether its parts are hidden. */
  readonly isFolded: boolean
}

export const mostPlaces = 600

/** All places of a tree that are drawn, parents before children (rules TREE-UI-3, TREE-UI-5, TREE-UI-6). */
export function placesOf(tree: Tree, folded: ReadonlySet<string>): ReadonlyMap<string, PlaceOf> {
  const steps = stepsOf(tree)
  const places = new Map<string, PlaceOf>()
  const drawn = new Set<string>()
  const waiting = [{ id: tree.root, parent: undefined as string | undefined, code: '', depth: 0 }]
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { id, parent, code, depth } = next
    const key = parent === undefined ? id : `${parent}/${id}`
    const step = steps.get(id)!
    const isFolded =
      step.parts.length > 0 && (folded.has(key) || (drawn.has(id) && places.size + waiting.length > mostPlaces))
    const parts = isFolded ? [] : step.parts
    places.set(key, { key, step, parent, code, depth, isFolded, children: parts.map((part) => `${key}/${part}`) })
    drawn.add(id)
    waiting.push(
      ...parts.map((part, index) => ({ id: part, parent: key, code: partCode(code, index, depth), depth: depth + 1 })),
    )
  }
  return places
}

/** The places of each step, by its id. */
export function placesByStep(places: ReadonlyMap<string, PlaceOf>): ReadonlyMap<string, readonly PlaceOf[]> {
  return Map.groupBy(places.values(), ({ step }) => step.id)
}

/**
 * The codes of the steps of a path, in their order. A shared step gets the code of the place that is nearest to the
 * other steps (rule TREE-UI-5).
 */
export function codesOf(steps: readonly string[], byStep: ReadonlyMap<string, readonly PlaceOf[]>): readonly PlaceOf[] {
  const single = steps.flatMap((id) => (byStep.get(id)?.length === 1 ? byStep.get(id)! : []))
  const named = steps.flatMap((id) => {
    const all = byStep.get(id) ?? []
    const near = all.toSorted((a, b) => nearness(b, single) - nearness(a, single))[0]
    return near ? [near] : []
  })
  return named.toSorted((a, b) => a.code.localeCompare(b.code, 'en', { numeric: true }))
}

/** The depth down to which a place shares its path with the other places. */
function nearness({ key }: PlaceOf, others: readonly PlaceOf[]): number {
  const way = key.split('/')
  return others.reduce((sum, other) => {
    const theirs = other.key.split('/')
    const parting = way.findIndex((id, index) => id !== theirs[index])
    return sum + (parting < 0 ? way.length : parting)
  }, 0)
}
