import { type GraphState, linksAt } from '../../graph/store/graph-state.ts'
import type { MadeArtefact, PartChange } from './step.ts'

const spelt = (title: string) => title.trim().replaceAll(/\s+/g, ' ').toLowerCase()

/** Links that a failure has through its line only. */
const ofTheNet = new Set(['joined-in', 'fails-as', 'results-in'])

export interface FailureNames {
  /** The uuid of the failure that a text names in place of `before`; null: the text is empty. */
  readonly failureOf: (text: string, before: string | null) => string | null
  readonly made: readonly MadeArtefact[]
  readonly renamed: readonly PartChange[]
}

/**
 * Finds failures by what is typed. A failure of this title is taken, whatever its case; else a failure that only this
 * line joins, and nothing outside the net needs, gets the new title; else a failure is made (rule FMEA-UI-2).
 */
export function failureNames(graph: GraphState, newUuid: () => string): FailureNames {
  const byName = new Map<string, string>()
  const titles = new Map<string, string>()
  for (const { uuid, kind, title } of graph.artefacts.values()) {
    if (kind !== 'failure') continue
    titles.set(uuid, title)
    if (!byName.has(spelt(title))) byName.set(spelt(title), uuid)
  }
  const made: MadeArtefact[] = []
  const renamed: PartChange[] = []
  const taken = new Set<string>()
  return { failureOf, made, renamed }

  function failureOf(text: string, before: string | null): string | null {
    const name = spelt(text)
    if (name === '') return null
    const there = byName.get(name)
    const known =
      there !== undefined && there !== before
        ? there
        : before !== null && mayRename(before)
          ? rename(before, text.trim())
          : (there ?? make(text))
    byName.set(name, known)
    taken.add(known)
    return known
  }

  function mayRename(uuid: string): boolean {
    if (taken.has(uuid) || !titles.has(uuid)) return false
    const links = linksAt(graph, uuid)
    return (
      links.every(({ kind }) => ofTheNet.has(kind)) && links.filter(({ kind }) => kind === 'joined-in').length === 1
    )
  }

  function rename(uuid: string, title: string): string {
    const before = titles.get(uuid)!
    if (byName.get(spelt(before)) === uuid) byName.delete(spelt(before))
    renamed.push({ uuid, kind: 'failure', part: '@title', before, after: title })
    return uuid
  }

  function make(title: string): string {
    const uuid = newUuid()
    made.push({ uuid, kind: 'failure', title: title.trim(), fields: {} })
    return uuid
  }
}
