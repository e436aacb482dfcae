/** A node where it is drawn: one that is below several others has several places. */
export interface TreePlace {
  /** The path to it: the ids of its nodes. */
  readonly key: string
  readonly parent: string | undefined
  readonly depth: number
  readonly children: readonly string[]
}

type Places<Place extends TreePlace> = ReadonlyMap<string, Place>

/**
 * The place to which an arrow key leads: up to the parent, down to the first part, left or right to the next place on
 * the same level.
 */
export function neighbour(places: Places<TreePlace>, key: string, arrow: 'up' | 'down' | 'left' | 'right'): string {
  const place = places.get(key)
  if (!place) return places.keys().next().value!
  if (arrow === 'up') return place.parent ?? key
  if (arrow === 'down') return place.children[0] ?? key
  const level = inOrder(places).filter(({ depth }) => depth === place.depth)
  const at = level.findIndex((each) => each.key === key)
  return level[at + (arrow === 'right' ? 1 : -1)]?.key ?? key
}

/** Places in reading order: from left to right, everything below a place before its right neighbour. */
function inOrder<Place extends TreePlace>(places: Places<Place>): Place[] {
  const walk = (key: string): Place[] => {
    const place = places.get(key)!
    return [place, ...place.children.flatMap(walk)]
  }
  const root = places.keys().next().value
  return root === undefined ? [] : walk(root)
}

/** The place to select after one was removed: a sibling, or else the parent. */
export function besides({ key, parent }: TreePlace, places: Places<TreePlace>): string | undefined {
  const siblings = (parent === undefined ? undefined : places.get(parent))?.children ?? []
  const at = siblings.indexOf(key)
  return siblings[at + 1] ?? siblings[at - 1] ?? parent
}
