import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import { circleOutline } from '@carapace/shared/msoc/detect/geo'
import { latestSignals } from '@carapace/shared/msoc/history/history.queries'
import {
  deleteGeofence,
  type Geofence,
  getVehicle,
  listGeofences,
  listVehicleFacets,
  listVehicles,
  saveGeofence,
  saveVehicle,
} from '@carapace/shared/msoc/vehicles/vehicles.contract'
import type { z } from 'zod'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Database } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import {
  type FenceFields,
  facetsOf,
  geofenceByUuid,
  geofencesOf,
  insertGeofence,
  insertVehicle,
  removeGeofence,
  updateGeofence,
  updateVehicle,
  vehicleNamed,
  vehiclesPage,
} from './vehicles.queries.ts'

/** Vehicles and their geofences, over HTTP. */
export async function vehicleRoutes(app: FastifyInstance, db: Database): Promise<void> {
  serve(app, listVehicles).with(async ({ input, caller }) => vehiclesPage(db, caller.org, input))

  serve(app, listVehicleFacets).with(async ({ caller }) => facetsOf(db, caller.org))

  serve(app, getVehicle).with(async ({ input, caller }) => {
    const found = await vehicleNamed(db, caller.org, input.uuid)
    if (!found) throw new Failure('NOT_FOUND')
    const { id, ...vehicle } = found
    return { vehicle, signals: await latestSignals(db, caller.org, id, new Date()) }
  })

  serve(app, saveVehicle).with(async ({ input: { uuid, revision, ...stated }, caller }) => {
    const { org } = caller
    const fields = {
      vin: stated.vin,
      deviceId: stated.device_id ?? null,
      name: stated.name,
      model: stated.model,
      platform: stated.platform,
      softwareVersion: stated.software_version,
      reportsEverySeconds: stated.reports_every_seconds ?? null,
    }
    const { id: _, ...vehicle } = await db.transaction(async (tx) => {
      const before = uuid === undefined ? undefined : await vehicleNamed(tx, org, uuid)
      if (uuid !== undefined && !before) throw new Failure('NOT_FOUND')
      if (before && !(await updateVehicle(tx, org, before.uuid, revision ?? before.revision, fields)))
        throw new Failure('ROW_CHANGED')
      const saved = before?.uuid ?? (await insertVehicle(tx, org, fields))
      if (saved === undefined)
        throw new Failure('INVALID_INPUT', { errors: { vin: 'A vehicle of yours has this VIN or device id already.' } })
      const after = (await vehicleNamed(tx, org, saved))!
      await audit(tx, org, byCaller(caller), {
        action: before ? 'change vehicle' : 'register vehicle',
        subject: 'vehicle',
        subjectUuid: saved,
        before,
        after: fields,
      })
      return after
    })
    return { success: true, vehicle }
  })

  serve(app, listGeofences).with(async ({ caller }) => ({ geofences: await geofencesOf(db, caller.org) }))

  serve(app, saveGeofence).with(async ({ input: { uuid, revision, ...given }, caller }) => {
    const { org } = caller
    const geofence = await db.transaction(async (tx) => {
      const before = uuid === undefined ? undefined : await geofenceByUuid(tx, org, uuid)
      if (uuid !== undefined && !before) throw new Failure('NOT_FOUND')
      const fields = fenceFields(given, before)
      const after = before
        ? await updateGeofence(tx, org, before.uuid, revision ?? before.revision, fields)
        : await insertGeofence(tx, org, fields)
      if (!after) throw new Failure('ROW_CHANGED')
      await audit(tx, org, byCaller(caller), {
        action: 'save geofence',
        subject: 'geofence',
        subjectUuid: after.uuid,
        before,
        after,
      })
      return after
    })
    return { success: true, geofence }
  })

  serve(app, deleteGeofence).with(async ({ input, caller }) => {
    await db.transaction(async (tx) => {
      const before = await geofenceByUuid(tx, caller.org, input.uuid)
      if (!before || !(await removeGeofence(tx, caller.org, input.uuid))) throw new Failure('NOT_FOUND')
      await audit(tx, caller.org, byCaller(caller), {
        action: 'delete geofence',
        subject: 'geofence',
        subjectUuid: input.uuid,
        before,
      })
    })
    return { success: true }
  })
}

/** What is saved of an area: what the caller stated, otherwise what was there (rules GEOFENCE-5, GEOFENCE-6). */
function fenceFields(
  {
    name,
    severity,
    active,
    polygon,
    circle,
    ...stated
  }: Omit<z.output<typeof saveGeofence.input>, 'uuid' | 'revision'>,
  before: Geofence | undefined,
): FenceFields {
  return {
    name,
    severity,
    active,
    // without a circle there is a polygon: the contract requires one of them
    polygon: circle ? circleOutline(circle).map(([lon, lat]) => [lon, lat]) : polygon!,
    circle: circle ?? null,
    alert_on: stated.alert_on ?? before?.alert_on ?? 'leave',
    vins: [...new Set<string>(stated.vins ?? before?.vins)],
    models: [...new Set<string>(stated.models ?? before?.models)],
  }
}
