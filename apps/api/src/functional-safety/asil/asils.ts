import { setImmediate } from 'node:timers/promises'
import type { Org } from '@carapace/shared/core/owned'
import {
  asilFigure,
  asilsOf,
  inheritingLinks,
  ratedFields,
  ratedKinds,
  type SafetyLink,
  type SafetyRow,
} from '@carapace/shared/functional-safety/asil-graph'
import { asilValueKind, type StoredAsil } from '@carapace/shared/functional-safety/stored-asil'
import { isSame } from '@carapace/shared/graph/artefacts/changes'
import { artefactLinks } from '@carapace/shared/graph/artefacts/artefacts.table'
import type { Database, Tx } from '../../core/db.ts'
import { saveComputed } from '../../graph/artefacts/computed.queries.ts'
import type { AfterImport } from '../../graph/extension.ts'
import type { AfterWrite, Written } from '../../graph/artefacts/writes.ts'
import { fieldsOf, linksFrom, nodesAmong, nodesOf, reachedFrom } from '../safety-graph.queries.ts'
import { storedAsils } from './asils.queries.ts'

/** Maximum values that are compared and written at once. */
const atOnce = 500

/** Stores the ASILs that a graph write changes, in its transaction and at its graph version (rule ASIL-9). */
export const rateSafety: AfterWrite = async (tx, { org }, written) => {
  const reached = await asilsReached(tx, org, written)
  if (reached.length > 0) await rateAsils(tx, org, written, reached)
}

/** Stores all ASILs of an imported program (rule ASIL-9). */
export const rateImported: AfterImport = (tx, { org }, imported) => rateProgram(tx, org, imported)

/** Stores all ASILs of a program that was written as a whole. */
export async function rateProgram(tx: Tx, org: Org, written: Pick<Written, 'programUuid' | 'seq'>): Promise<void> {
  const rated = await nodesOf(tx, org, written.programUuid, ratedKinds)
  await rateAsils(
    tx,
    org,
    written,
    rated.map(({ uuid }) => uuid),
  )
}

/** Stores the ASILs of these artefacts; only what changed is written. */
async function rateAsils(
  tx: Tx,
  org: Org,
  { programUuid, seq }: Pick<Written, 'programUuid' | 'seq'>,
  uuids: readonly string[],
): Promise<void> {
  const asils = await asilsNow(tx, org, programUuid, uuids)
  for (let i = 0; i < uuids.length; i += atOnce) {
    const piece = uuids.slice(i, i + atOnce)
    const before = await storedAsils(tx, org, piece)
    const fresh = piece.flatMap((uuid): [string, StoredAsil][] => {
      const value = asils.get(uuid)
      return value && !isSame(before.get(uuid), value) ? [[uuid, value]] : []
    })
    await saveComputed(
      tx,
      fresh.map(([uuid, value]) => ({
        kind: asilValueKind,
        artefactUuid: uuid,
        orgUuid: org.uuid,
        programUuid,
        figures: { asil: asilFigure(value.tag) },
        value,
        graphVersion: seq,
      })),
    )
    await setImmediate() // other calls are served between two slices
  }
}

/**
 * The artefacts whose ASIL depends on a write: touched events, touched goals and those that prevent touched events, and
 * all that is derived from these, from touched requirements, or from what those are derived from: a share of one part
 * decides the ASIL of the other.
 */
async function asilsReached(tx: Tx, org: Org, { programUuid, touched }: Written): Promise<string[]> {
  const rows = await nodesAmong(tx, org, programUuid, ratedKinds, [...touched])
  if (rows.length === 0) return []
  const [events, derived] = [
    rows.filter(({ kind }) => kind === 'hazardous-event').map(({ uuid }) => uuid),
    rows.filter(({ kind }) => kind !== 'hazardous-event').map(({ uuid }) => uuid),
  ]
  const prevented = await linksFrom(tx, org, programUuid, ['prevented-by'], artefactLinks.fromUuid, events)
  const origins = await linksFrom(tx, org, programUuid, inheritingLinks, artefactLinks.toUuid, derived)
  const starts = [...derived, ...prevented.map(({ to }) => to), ...origins.map(({ from }) => from)]
  return [...new Set([...events, ...(await reachedFrom(tx, org, programUuid, inheritingLinks, starts, 'downstream'))])]
}

/** What decides the ASILs of some artefacts. */
interface SafetyGraph {
  readonly rows: readonly SafetyRow[]
  readonly links: readonly SafetyLink[]
}

/** The ASILs of these artefacts, and of all that they are derived from. */
async function asilsNow(db: Database | Tx, org: Org, programUuid: string, uuids: readonly string[]) {
  const { rows, links } = await readSafetyGraph(db, org, programUuid, uuids)
  return asilsOf(rows, links)
}

/** These artefacts with all that they are derived from, the other parts of decompositions, and the events of goals. */
async function readSafetyGraph(
  db: Database | Tx,
  org: Org,
  programUuid: string,
  uuids: readonly string[],
): Promise<SafetyGraph> {
  const closure = await reachedFrom(db, org, programUuid, inheritingLinks, uuids, 'upstream')
  const [down, prevented] = [
    await linksFrom(db, org, programUuid, inheritingLinks, artefactLinks.fromUuid, closure),
    await linksFrom(db, org, programUuid, ['prevented-by'], artefactLinks.toUuid, closure),
  ]
  const links = [...down, ...prevented]
  const all = new Set([...closure, ...down.map(({ to }) => to), ...prevented.map(({ from }) => from)])
  const own = new Set(closure)
  const rows = (await nodesAmong(db, org, programUuid, ratedKinds, [...all], fieldsOf(ratedFields))).filter(
    // of what else is derived from the same, only the shares count
    ({ uuid, kind, fields }) => own.has(uuid) || kind === 'hazardous-event' || (fields.share ?? null) !== null,
  )
  return { rows, links }
}
