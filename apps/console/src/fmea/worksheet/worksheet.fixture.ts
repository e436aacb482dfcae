import { shippedProfile } from '@carapace/shared/fmea/default-profile'
import type { Artefact, ArtefactInput } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { Failure } from '@carapace/shared/core/failure'
import { createStore } from 'zustand/vanilla'
import { artefact, graphOf, link } from '../../graph/store/artefact.fixture.ts'
import type { GraphState } from '../../graph/store/graph-state.ts'
import { columnsOf } from './columns.ts'
import type { SheetContext } from './step-of.ts'
import type { SheetStore } from './writer.ts'

export const rated = { profile: shippedProfile.content, form: 'design' } as const
export const columns = columnsOf(rated)

export const fmea = artefact('fmea', 900)
export const brake = artefact('function', 1, { title: 'Brake' })
export const steer = artefact('function', 2, { title: 'Steer' })

/** A failure; its number is far from those of FMEAs and lines, since uuids follow from numbers. */
export const failure = (number: number, title: string) => artefact('failure', 100 + number, { title })
export const lost = failure(1, 'Brake force lost')
export const crash = failure(2, 'Vehicle does not stop')
export const leak = failure(3, 'Seal leaks')

export const line = (number: number, fields: Record<string, unknown>, title = 'Brake force lost') =>
  artefact('fmea-line', number, { title, fields })

/** One line: a leaking seal loses brake force, and the vehicle does not stop. */
export const first = line(1, {
  chain: { effect: crash.uuid, mode: lost.uuid, cause: leak.uuid },
  severity: 10,
  occurrence: 4,
  detection: 6,
})

export const joins = (row: Artefact, ...failures: readonly Artefact[]) => [
  link('has-line', fmea, row),
  ...failures.map((one) => link('joined-in', one, row)),
]

export const small: GraphState = graphOf(
  [fmea, brake, steer, lost, crash, leak, first],
  [
    ...joins(first, crash, lost, leak),
    link('fails-as', brake, lost),
    link('results-in', leak, lost),
    link('results-in', lost, crash),
  ],
)

let made = 0
export const newUuid = () => `00000000-0000-8000-8000-${String((made += 1)).padStart(12, 'f')}`

export const contextOf = (graph: GraphState): SheetContext => ({
  graph,
  fmeaUuid: fmea.uuid,
  columns,
  isProcess: false,
  newUuid,
})

/** A server that stores artefacts with revisions, and a page's view of it, which may be behind. */
export function storeOf(graph: GraphState) {
  const stored = new Map(graph.artefacts)
  const state = createStore<GraphState>(() => graph)
  const saved: { readonly artefacts: readonly ArtefactInput[]; readonly link: unknown; readonly unlink: unknown }[] = []
  const store: SheetStore = {
    state,
    async save({ artefacts = [], link: linked = [], unlink = [] }) {
      if (artefacts.some(({ uuid, revision }) => uuid !== undefined && stored.get(uuid)?.revision !== revision))
        throw new Failure('ROW_CHANGED')
      saved.push({ artefacts, link: linked, unlink })
      const rows = artefacts.map((input) => {
        const before = stored.get(input.uuid ?? '')
        const row: Artefact = before
          ? {
              ...before,
              revision: before.revision + 1,
              title: input.title ?? before.title,
              fields: { ...before.fields, ...input.fields },
            }
          : {
              ...artefact(input.kind, 700 + stored.size, {
                uuid: input.new_uuid!,
                title: input.title!,
                fields: input.fields ?? {},
              }),
            }
        stored.set(row.uuid, row)
        return row
      })
      state.setState(({ artefacts: known }) => ({
        artefacts: new Map([...known, ...rows.map((row) => [row.uuid, row] as const)]),
      }))
      return rows
    },
    async remove(rows) {
      for (const { uuid } of rows) stored.delete(uuid)
      state.setState({ artefacts: new Map(stored) })
    },
    async readNow(uuids) {
      state.setState(({ artefacts: known }) => ({
        artefacts: new Map([
          ...known,
          ...uuids.flatMap((uuid) => (stored.has(uuid) ? [[uuid, stored.get(uuid)!] as const] : [])),
        ]),
      }))
    },
  }
  /** Somebody else changes an artefact; the page does not know it yet. */
  const changeElsewhere = (uuid: string, fields: Record<string, unknown>) => {
    const before = stored.get(uuid)!
    stored.set(uuid, { ...before, revision: before.revision + 1, fields: { ...before.fields, ...fields } })
  }
  return { store, saved, stored, changeElsewhere }
}
