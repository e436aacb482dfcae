import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import {
  assignDbc,
  dbcsFor,
  type DbcVersion,
  deleteDbc,
  diffDbcs,
  getDbcVersion,
  listDbcs,
  saveDbc,
  uploadDbc,
} from '@carapace/shared/msoc/can/dbc.contract'
import { dbcsOfModel } from '@carapace/shared/msoc/can/dbcs.queries'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Database, Tx } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import type { DbcThread } from './thread.ts'
import { addUpload, readUpload, refuseTakenName } from './upload.ts'
import {
  assign,
  assignments,
  assignmentsAtMost,
  busNames,
  dbcFiles,
  dbcText,
  dbcVersion,
  holdLibrary,
  holdToRemove,
  removeDbc,
  dependentsOf,
  updateDbc,
} from './dbcs.queries.ts'
import { facetsOf, vehicleNamed } from '../vehicles/vehicles.queries.ts'

/**
 * The library of CAN databases over HTTP: uploaded as immutable versions, assigned to the buses of vehicle models.
 */
export async function dbcRoutes(
  app: FastifyInstance,
  { db, dbcThread }: { db: Database; dbcThread: DbcThread },
): Promise<void> {
  serve(app, listDbcs).with(async ({ caller: { org } }) => {
    const [files, facets, buses] = await Promise.all([dbcFiles(db, org), facetsOf(db, org), busNames(db, org)])
    return { dbcs: files, models: facets.models.map(({ name }) => name), buses }
  })

  serve(app, getDbcVersion).with(async ({ input: { uuid }, caller: { org } }) => {
    const [version, source] = await Promise.all([dbcVersion(db, org, uuid), dbcText(db, org, uuid)])
    if (!version || !source) throw new Failure('NOT_FOUND')
    return { version, ...source }
  })

  serve(app, uploadDbc).with(async ({ input, caller }) => {
    const upload = await readUpload(dbcThread, caller.org, input)
    const version = await db.transaction(async (tx) => {
      await holdLibrary(tx, caller.org)
      const added = await addUpload(tx, caller.org, upload, caller.user.name)
      await audit(tx, caller.org, byCaller(caller), {
        action: 'upload CAN database',
        subject: 'dbc',
        subjectUuid: added.dbc_uuid,
        after: noted(added),
      })
      return added
    })
    return { success: true, version }
  })

  serve(app, saveDbc).with(async ({ input: { uuid, revision, ...fields }, caller }) => {
    const { org } = caller
    const dbc = await db.transaction(async (tx) => {
      const before = await heldDbc(tx, org, uuid)
      await refuseTakenName(tx, org, fields.name, uuid)
      if (!(await updateDbc(tx, org, uuid, revision, fields))) throw new Failure('ROW_CHANGED')
      await audit(tx, org, byCaller(caller), {
        action: 'save CAN database',
        subject: 'dbc',
        subjectUuid: uuid,
        before: { name: before.name, description: before.description },
        after: fields,
      })
      return heldDbc(tx, org, uuid)
    })
    return { success: true, dbc }
  })

  serve(app, deleteDbc).with(async ({ input: { uuid, revision }, caller }) => {
    const { org } = caller
    await db.transaction(async (tx) => {
      const before = await heldDbc(tx, org, uuid)
      if (before.assignments.length > 0)
        throw new Failure('RULE_REFUSED', { message: 'It reads buses: take its assignments away first.' })
      await holdToRemove(tx, org, uuid)
      const { profiles, alerts } = await dependentsOf(tx, org, uuid)
      if (profiles > 0) throw new Failure('RULE_REFUSED', { message: 'A profile was derived from it, so it stays.' })
      if (alerts > 0)
        throw new Failure('RULE_REFUSED', { message: 'The evidence of alerts is read with it, so it stays.' })
      if (!(await removeDbc(tx, org, uuid, revision))) throw new Failure('ROW_CHANGED')
      await audit(tx, org, byCaller(caller), {
        action: 'delete CAN database',
        subject: 'dbc',
        subjectUuid: uuid,
        before: { name: before.name, versions: before.versions.map(noted) },
      })
    })
    return { success: true }
  })

  serve(app, assignDbc).with(async ({ input: { version_uuid: versionUuid, ...place }, caller }) => {
    const { org } = caller
    const after = await db.transaction(async (tx) => {
      await holdLibrary(tx, org)
      if (versionUuid !== null && !(await dbcVersion(tx, org, versionUuid))) throw new Failure('NOT_FOUND')
      const known = await assignments(tx, org)
      const before = known.find(({ model, bus }) => model === place.model && bus === place.bus)
      if (!before && versionUuid !== null && known.length >= assignmentsAtMost)
        throw new Failure('RULE_REFUSED', {
          message: `A library has at most ${assignmentsAtMost.toLocaleString('en')} assignments.`,
        })
      await assign(tx, org, place, versionUuid, caller.user.name)
      await audit(tx, org, byCaller(caller), {
        action: 'assign CAN database',
        subject: 'dbc',
        before: before ?? null,
        after: { ...place, version_uuid: versionUuid },
      })
      return assignments(tx, org)
    })
    return { success: true, assignments: after }
  })

  serve(app, diffDbcs).with(async ({ input, caller: { org } }) => {
    const [before, after] = await Promise.all([dbcVersion(db, org, input.before), dbcVersion(db, org, input.after)])
    if (!before || !after) throw new Failure('NOT_FOUND')
    const differences = await dbcThread.run(org.uuid, 'diff', async () => ({
      before: await textOf(db, org, input.before),
      after: await textOf(db, org, input.after),
    }))
    return { before, after, ...differences }
  })

  serve(app, dbcsFor).with(async ({ input, caller: { org } }) => {
    const vehicle = input.vehicle === undefined ? undefined : await vehicleNamed(db, org, input.vehicle)
    if (input.vehicle !== undefined && !vehicle) throw new Failure('NOT_FOUND')
    return { buses: await dbcsOfModel(db, org, vehicle?.model ?? input.model ?? '') }
  })
}

/** The fields of a version for the audit log. */
function noted({ name, version, file_name: fileName, sha256, note }: DbcVersion) {
  return { name, version, file_name: fileName, sha256, note }
}

/** A database of the library, locked in the transaction. */
async function heldDbc(tx: Tx, org: Org, uuid: string) {
  await holdLibrary(tx, org)
  const [file] = await dbcFiles(tx, org, uuid)
  if (!file) throw new Failure('NOT_FOUND')
  return file
}

async function textOf(db: Database, org: Org, uuid: string): Promise<string> {
  const source = await dbcText(db, org, uuid)
  if (!source) throw new Failure('NOT_FOUND')
  return source.text
}
