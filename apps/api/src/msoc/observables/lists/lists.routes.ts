import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import { normalise } from '@carapace/shared/msoc/observables/normalise'
import { limits, type TypedValue } from '@carapace/shared/msoc/observables/observables'
import {
  addEntries,
  deleteObservableList,
  listEntries,
  listObservableLists,
  removeEntries,
  saveObservableList,
} from '@carapace/shared/msoc/observables/observables.contract'
import { audit, byCaller } from '../../../account/sign-in/sessions.queries.ts'
import type { Database } from '../../../core/db.ts'
import { serve } from '../../../core/http/serve.ts'
import {
  announceLists,
  entriesPage,
  insertEntries,
  insertList,
  lockLists,
  removeList,
  removeValues,
  storedList,
  storedLists,
  updateList,
  wireList,
} from './lists.queries.ts'

const faultsNamed = 100

/** Watchlists and allowlists. Rules OBSERVABLE-11 to OBSERVABLE-16 of the SPEC.md. */
export async function observableListRoutes(app: FastifyInstance, { db }: { db: Database }): Promise<void> {
  serve(app, listObservableLists).with(async ({ caller: { org } }) => ({
    lists: (await storedLists(db, org)).map(wireList),
  }))

  serve(app, saveObservableList).with(async ({ input, caller }) => {
    const { org } = caller
    const { uuid, revision, expires_at: expires, ...rest } = input
    const fields = { ...rest, expiresAt: expires === null ? null : new Date(expires) }
    const list = await db.transaction(async (tx) => {
      await lockLists(tx, org)
      const lists = await storedLists(tx, org)
      if (uuid === undefined && lists.length >= limits.lists)
        throw new Failure('RULE_REFUSED', { message: `An organisation has at most ${limits.lists} lists.` })
      const before = uuid === undefined ? undefined : await storedList(tx, org, uuid)
      if (before && before.revision !== revision) throw new Failure('ROW_CHANGED')
      const isTaken = lists.some((one) => one.uuid !== uuid && one.name.toLowerCase() === rest.name.toLowerCase())
      if (isTaken) throw new Failure('INVALID_INPUT', { errors: { name: 'Another list has this name.' } })
      if (before) await updateList(tx, org, before.uuid, fields)
      const author = { authorUuid: caller.user.uuid, author: caller.user.name }
      const after = await storedList(tx, org, before?.uuid ?? (await insertList(tx, org, { ...fields, ...author })))
      await announceLists(tx, org)
      await audit(tx, org, byCaller(caller), {
        action: before ? 'change observable list' : 'create observable list',
        subject: 'observable list',
        subjectUuid: after.uuid,
        ...(before && { before: wireList(before) }),
        after: wireList(after),
      })
      return after
    })
    return { success: true, list: wireList(list) }
  })

  serve(app, deleteObservableList).with(async ({ input: { uuid }, caller }) => {
    const { org } = caller
    await db.transaction(async (tx) => {
      await lockLists(tx, org)
      const before = await storedList(tx, org, uuid)
      await removeList(tx, org, uuid)
      await announceLists(tx, org)
      await audit(tx, org, byCaller(caller), {
        action: 'delete observable list',
        subject: 'observable list',
        subjectUuid: uuid,
        before: wireList(before),
      })
    })
    return { success: true }
  })

  serve(app, listEntries).with(async ({ input: { uuid, ...page }, caller: { org } }) => {
    await storedList(db, org, uuid)
    return entriesPage(db, org, uuid, page)
  })

  serve(app, addEntries).with(async ({ input: { uuid, entries }, caller }) => {
    const { org } = caller
    const { values, invalid } = normalised(entries)
    const added = await db.transaction(async (tx) => {
      await lockLists(tx, org)
      const list = await storedList(tx, org, uuid)
      const count = await insertEntries(tx, org, list, values)
      await audit(tx, org, byCaller(caller), {
        action: 'add values to observable list',
        subject: 'observable list',
        subjectUuid: uuid,
        after: { name: list.name, values: values.slice(0, faultsNamed), added: count },
      })
      return count
    })
    return { success: true, added, invalid: invalid.slice(0, faultsNamed), invalid_total: invalid.length }
  })

  serve(app, removeEntries).with(async ({ input: { uuid, entries }, caller }) => {
    const { org } = caller
    const removed = await db.transaction(async (tx) => {
      await lockLists(tx, org)
      const list = await storedList(tx, org, uuid)
      const count = await removeValues(tx, org, list, normalised(entries).values)
      await audit(tx, org, byCaller(caller), {
        action: 'remove values from observable list',
        subject: 'observable list',
        subjectUuid: uuid,
        before: { name: list.name, values: entries.slice(0, faultsNamed), removed: count },
      })
      return count
    })
    return { success: true, removed }
  })
}

/** The values in their normal form, each once, and those that have none. */
export function normalised(entries: readonly TypedValue[]) {
  const values = new Map<string, TypedValue>()
  const invalid: { index: number; reason: string }[] = []
  for (const [index, { type, value }] of entries.entries()) {
    const normal = normalise(type, value)
    if (normal.ok) values.set(`${type} ${normal.value}`, { type, value: normal.value })
    else invalid.push({ index, reason: `${value.slice(0, 60)}: ${normal.reason}` })
  }
  return { values: [...values.values()], invalid }
}
