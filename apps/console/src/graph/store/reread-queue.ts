import type { GraphChange } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { Computed } from './graph-state.ts'
import { mostAtOnce } from './program-api.ts'

/** What one turn reads again. */
export interface RereadPart {
  readonly artefacts: readonly string[]
  readonly computed: readonly { readonly of: Computed<unknown>; readonly uuids: readonly string[] }[]
}

/** The artefacts, and the artefacts whose computed values, must be read again. */
export interface RereadQueue {
  readonly add: (change: GraphChange, isShown: (uuid: string) => boolean) => void
  readonly isEmpty: () => boolean
  /** Removes as many as one turn can read, and returns them. */
  readonly take: () => RereadPart
  /** Puts back what could not be read. */
  readonly putBack: (part: RereadPart) => void
  readonly clear: () => void
}

/** An empty queue for artefacts and their computed values. */
export function rereadQueue(computed: readonly Computed<unknown>[]): RereadQueue {
  const waiting = new Set<string>()
  const stale = new Map(computed.map((each) => [each, new Set<string>()]))
  return {
    add({ what, kind, uuids }, isShown) {
      for (const uuid of uuids) {
        if (what === 'artefact' && isShown(uuid)) continue
        waiting.add(uuid)
        for (const [of, stillOld] of stale) if (what === 'computed' && kind === of.kind) stillOld.add(uuid)
      }
    },
    isEmpty: () => waiting.size === 0 && [...stale.values()].every(({ size }) => size === 0),
    take: () => ({
      computed: [...stale].map(([of, uuids]) => ({ of, uuids: taken(uuids) })),
      artefacts: taken(waiting),
    }),
    putBack(part) {
      for (const uuid of part.artefacts) waiting.add(uuid)
      for (const { of, uuids } of part.computed) for (const uuid of uuids) stale.get(of)?.add(uuid)
    },
    clear() {
      waiting.clear()
      for (const uuids of stale.values()) uuids.clear()
    },
  }
}

function taken(waiting: Set<string>): string[] {
  const uuids = [...waiting].slice(0, mostAtOnce)
  for (const uuid of uuids) waiting.delete(uuid)
  return uuids
}
