import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { normalOrText } from '@carapace/shared/msoc/observables/normalise'
import {
  createObservables,
  deleteObservables,
  findObservables,
  getObservable,
  listObservables,
  observableGraph,
  saveObservable,
  updateObservables,
} from '@carapace/shared/msoc/observables/observables.contract'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Database, Tx } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { addObservables } from './adding.ts'
import { offeredAnalyzers } from './analyze/offered.ts'
import { alertsOf, casesOf, daysOf, relatedTo, resultsOf } from './detail.queries.ts'
import { graphOf } from './graph.ts'
import { normalised } from './lists/lists.routes.ts'
import {
  countObservables,
  keyOf,
  observablesPage,
  storedObservables,
  type StoredObservable,
  uuidsOfValues,
  withLists,
} from './observables.queries.ts'
import { deleteSeveral, lockObservables, updateObservable, updateSeveral } from './writes.queries.ts'

const mostInAudit = 100

/**
 * Observables. Rules are in the SPEC.md of packages/shared/src/msoc/observables; the SQL is in the queries beside this.
 */
export async function observableRoutes(app: FastifyInstance, { db }: { db: Database }): Promise<void> {
  serve(app, listObservables).with(async ({ input: { cursor, limit, ...filter }, caller: { org } }) => {
    const [page, counted] = await Promise.all([
      observablesPage(db, org, filter, { cursor, limit }),
      countObservables(db, org, filter),
    ])
    return { ...page, ...counted }
  })

  serve(app, getObservable).with(async ({ input: { uuid }, caller: { org, user } }) => {
    const row = await storedAt(db, org, uuid)
    const [shown, { alerts, alerts_total }, cases, days, results, related, analyzers] = await Promise.all([
      withLists(db, org, [row]),
      alertsOf(db, org, uuid),
      casesOf(db, org, user, uuid),
      daysOf(db, org, uuid),
      resultsOf(db, org, uuid),
      relatedTo(db, org, uuid),
      offeredAnalyzers(db, org, row),
    ])
    return { observable: shown[0]!, alerts, alerts_total, cases, days, results, analyzers, related }
  })

  serve(app, observableGraph).with(async ({ input: { uuid }, caller: { org, user } }) =>
    graphOf(db, org, user, await storedAt(db, org, uuid)),
  )

  serve(app, findObservables).with(async ({ input: { values }, caller: { org } }) => {
    const normal = values.map(({ type, value }) => ({ type, value: normalOrText(type, value) }))
    const uuids = await uuidsOfValues(db, org, normal)
    const rows = await withLists(db, org, await storedObservables(db, org, [...new Set(uuids.values())]))
    const byUuid = new Map(rows.map((row) => [row.uuid, row]))
    return {
      found: normal.flatMap((value, index) => {
        const observable = byUuid.get(uuids.get(keyOf(value)) ?? '')
        return observable === undefined ? [] : [{ index, observable }]
      }),
    }
  })

  serve(app, createObservables).with(async ({ input, caller }) => {
    const { org } = caller
    const { values: entered, list_uuid: listUuid, is_ioc: isIoc, expires_at: expiresAt, ...rest } = input
    const { values, invalid } = normalised(entered)
    const added = await db.transaction(async (tx) => {
      const rows = values.map((value) => ({ ...value, ...rest, isIoc, expiresAt }))
      const { user } = caller
      const result = await addObservables(tx, org, rows, { source: 'manual', author: user, listUuid })
      if (rows.length > 0)
        await audit(tx, org, byCaller(caller), {
          action: 'add observables',
          subject: 'observable',
          after: { ...rest, is_ioc: isIoc, values: values.slice(0, mostInAudit), created: result.created },
        })
      return result
    })
    const first = values[0] && added.stored.find((row) => keyOf(row) === keyOf(values[0]!))
    return { success: true, created: added.created, known: added.known, invalid, uuid: first?.uuid ?? null }
  })

  serve(app, saveObservable).with(async ({ input, caller }) => {
    const { org } = caller
    const { uuid, revision, is_ioc: isIoc, expires_at: expires, tags, ...rest } = input
    const observable = await db.transaction(async (tx) => {
      const before = await storedAt(tx, org, uuid)
      const set = { ...rest, isIoc, tags: [...new Set(tags)], expiresAt: expires === null ? null : new Date(expires) }
      if (!(await updateObservable(tx, org, uuid, revision, set))) throw new Failure('ROW_CHANGED')
      await audit(tx, org, byCaller(caller), {
        action: 'change observable',
        subject: 'observable',
        subjectUuid: uuid,
        before: describedBy(before),
        after: set,
      })
      return (await withLists(tx, org, [await storedAt(tx, org, uuid)]))[0]!
    })
    return { success: true, observable }
  })

  serve(app, updateObservables).with(async ({ input: { uuids, change }, caller }) => {
    const { org } = caller
    const wanted = [...new Set(uuids)]
    const updated = await db.transaction(async (tx) => {
      await lockObservables(tx, org)
      const count = await updateSeveral(tx, org, wanted, change)
      if (count < wanted.length) throw new Failure('NOT_FOUND')
      await audit(tx, org, byCaller(caller), {
        action: 'change observables',
        subject: 'observable',
        after: { ...change, uuids: wanted.slice(0, mostInAudit), count },
      })
      return count
    })
    return { success: true, updated }
  })

  serve(app, deleteObservables).with(async ({ input: { uuids }, caller }) => {
    const { org } = caller
    const wanted = [...new Set(uuids)]
    const deleted = await db.transaction(async (tx) => {
      await lockObservables(tx, org)
      const gone = await deleteSeveral(tx, org, wanted)
      if (gone.length < wanted.length) throw new Failure('NOT_FOUND')
      await audit(tx, org, byCaller(caller), {
        action: 'delete observables',
        subject: 'observable',
        before: gone.slice(0, mostInAudit),
      })
      return gone.length
    })
    return { success: true, deleted }
  })
}

/** @throws {Failure} NOT_FOUND */
async function storedAt(db: Database | Tx, org: Org, uuid: string): Promise<StoredObservable> {
  const [row] = await storedObservables(db, org, [uuid])
  if (!row) throw new Failure('NOT_FOUND')
  return row
}

function describedBy({ type, value, tlp, pap, tags, note, isIoc, expiresAt }: StoredObservable) {
  return { type, value, tlp, pap, tags, note, isIoc, expiresAt }
}
