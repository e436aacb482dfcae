import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { limits, type ObservableSource } from '@carapace/shared/msoc/observables/observables'
import type { Tx } from '../../core/db.ts'
import { insertEntries, lockLists, storedList } from './lists/lists.queries.ts'
import { countAll, countSightings, lockObservables, type NewObservable, upsertObservables } from './writes.queries.ts'

/** What an observable has that is entered with its value only. */
export const plainObservable = {
  tlp: 'AMBER',
  pap: 'AMBER',
  tags: [],
  note: '',
  isIoc: false,
  expiresAt: null,
} as const

/** Who adds observables, and from what. */
interface Adding {
  readonly source: Exclude<ObservableSource, 'alert'>
  readonly author: { readonly uuid: string | null; readonly name: string }
  /** A list to which the values are also added. */
  readonly listUuid?: string | undefined
}

/** Adds observables, each with a sighting of today, and their values to a list (rules OBSERVABLE-17, OBSERVABLE-18). */
export async function addObservables(tx: Tx, org: Org, rows: readonly NewObservable[], adding: Adding) {
  await lockObservables(tx, org)
  if ((await countAll(tx, org)) + rows.length > limits.observables)
    throw new Failure('RULE_REFUSED', {
      message: `An organisation has at most ${limits.observables.toLocaleString('en')} observables.`,
    })
  const now = new Date().toISOString()
  const seen = rows.map((row) => ({ ...row, firstSeen: now, lastSeen: now }))
  const stored = await upsertObservables(tx, org, seen, adding)
  const day = now.slice(0, 10)
  await countSightings(
    tx,
    org,
    adding.source,
    stored.map(({ uuid }) => ({ uuid, day, count: 1 })),
  )
  if (adding.listUuid !== undefined) {
    await lockLists(tx, org)
    await insertEntries(tx, org, await storedList(tx, org, adding.listUuid), rows)
  }
  const created = stored.filter((row) => row.is_new).length
  return { stored, created, known: stored.length - created }
}
