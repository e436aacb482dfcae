import type { Place } from '../../core/flow/arrange.ts'
import type { CardNode } from './card.tsx'
import { sizes } from './layout.ts'
import type { FaultPlace } from './places.ts'

/** What a card shows, besides its place. */
export interface Shown {
  readonly at: Place
  readonly selected: boolean
  readonly draggable: boolean
  readonly probability: string
  readonly uses: number
  readonly isOn: boolean
  readonly isTarget: boolean
  readonly isFound: boolean
  readonly isLifted: boolean
  readonly label: string
}

interface Kept {
  readonly place: FaultPlace
  readonly shown: Shown
  readonly node: CardNode
}

/**
 * Makes the canvas nodes of places. A place that shows the same as before gets the same object, so that a change of one
 * node of a thousand draws one card (rule FTA-UI-9).
 */
export function nodeCache(): (places: Iterable<FaultPlace>, shownAt: (place: FaultPlace) => Shown) => CardNode[] {
  let kept = new Map<string, Kept>()
  return (places, shownAt) => {
    const next = new Map<string, Kept>()
    const nodes = Array.from(places, (place) => {
      const shown = shownAt(place)
      const before = kept.get(place.key)
      const same = before && isSameCard(before, place, shown) ? before : { place, shown, node: nodeOf(place, shown) }
      next.set(place.key, same)
      return same.node
    })
    kept = next
    return nodes
  }
}

function isSameCard(before: Kept, place: FaultPlace, shown: Shown): boolean {
  if (before.place.node !== place.node || before.place.isFolded !== place.isFolded) return false
  const { at: was, ...words } = before.shown
  if (was.x !== shown.at.x || was.y !== shown.at.y) return false
  return Object.entries(words).every(([name, value]) => shown[name as keyof Shown] === value)
}

function nodeOf({ key, node, isFolded }: FaultPlace, shown: Shown): CardNode {
  const { at, selected, draggable, label, isLifted, probability, uses, isOn, isTarget, isFound } = shown
  const height = sizes.card + sizes.symbol
  return {
    id: key,
    type: 'fault',
    position: at,
    width: sizes.width,
    height,
    measured: { width: sizes.width, height },
    selected,
    draggable,
    ariaLabel: label,
    zIndex: isLifted ? 10 : 0,
    data: { node, isFolded, probability, uses, isOn, isTarget, isFound },
  }
}
