import { type Asil, type AsilTag, asilOf, type HazardRating } from '@carapace/shared/functional-safety/asil'
import type { HaraFinding } from '@carapace/shared/functional-safety/hara-rules'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { GraphState } from '../../graph/store/graph-state.ts'
import { asilsIn, classesIn, findingsIn } from '../safety.ts'

/** What other classes of a hazardous event would change. */
interface WhatIf {
  readonly from: Asil | null
  readonly to: Asil | null
  /** Goals, concepts and requirements whose ASIL would differ, by code. */
  readonly changed: readonly {
    readonly artefact: Artefact
    readonly from: AsilTag | null
    readonly to: AsilTag | null
  }[]
  /** Problems of the hazard analysis that would be new, or gone. */
  readonly opened: readonly HaraFinding[]
  readonly settled: readonly HaraFinding[]
}

/** The effect of other classes, without storing them (rule SAFETY-UI-4). */
export function whatIf(graph: GraphState, event: Artefact, tried: HazardRating): WhatIf {
  const other = { ...event, fields: { ...event.fields, ...tried } }
  const next = { ...graph, artefacts: new Map(graph.artefacts).set(event.uuid, other) }
  const [before, after] = [asilsIn(graph), asilsIn(next)]
  const [had, has] = [findingsIn(graph), findingsIn(next)]
  return {
    from: asilOf(classesIn(event.fields)),
    to: asilOf(tried),
    changed: [...graph.artefacts.values()]
      .filter(({ uuid }) => uuid !== event.uuid && before.get(uuid)?.text !== after.get(uuid)?.text)
      .map((artefact) => ({
        artefact,
        from: before.get(artefact.uuid)?.tag ?? null,
        to: after.get(artefact.uuid)?.tag ?? null,
      }))
      .sort((a, b) => a.artefact.code.localeCompare(b.artefact.code, 'en', { numeric: true })),
    opened: without(has, had),
    settled: without(had, has),
  }
}

/** A problem is the same while its rule and its rows are; its message may differ. */
function without(some: readonly HaraFinding[], others: readonly HaraFinding[]): readonly HaraFinding[] {
  const key = ({ code, rows }: HaraFinding) => `${code} ${rows.join()}`
  const there = new Set(others.map(key))
  return some.filter((each) => !there.has(key(each)))
}
