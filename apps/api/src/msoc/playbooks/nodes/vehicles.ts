import { parameterMistake, type VehicleActionKind } from '@carapace/shared/msoc/vehicle-actions/vehicle-actions'
import { audit, byCaller } from '../../../account/sign-in/sessions.queries.ts'
import { vehicleNamed } from '../../vehicles/vehicles.queries.ts'
import { insertAction } from '../../vehicle-actions/actions.queries.ts'
import { announceAction } from '../../vehicle-actions/announce.ts'
import { minutesFrom, type NodeResult, type NodeWork, refused, textIn } from '../node-work.ts'
import { approvalsBefore, countAlertsOf, foundAlerts } from './nodes.queries.ts'

/** The vehicle and its alerts; a vehicle that does not exist is no failure: `found` is false. */
export async function vehicleFacts(work: NodeWork): Promise<NodeResult> {
  const { tx, org } = work
  const vehicle = await vehicleNamed(tx, org, textIn(work, 'vin', 64))
  if (!vehicle) return { kind: 'done', port: 'next', output: { found: false } }
  const counts = await countAlertsOf(tx, org, vehicle.id)
  const { uuid, vin, name, model, software_version } = vehicle
  return {
    kind: 'done',
    port: 'next',
    output: {
      vehicle: { uuid, vin, name, model, software_version },
      found: true,
      open_alerts: counts.open,
      alerts_of_30_days: counts.recent,
      last_seen: vehicle.last_seen,
    },
  }
}

export async function findAlerts({ tx, org, input, now }: NodeWork): Promise<NodeResult> {
  return { kind: 'done', port: 'next', output: await foundAlerts(tx, org, input, now) }
}

/**
 * Requests an action of a vehicle. The approvals of this run that led here are its approvals; without one it is
 * refused, whatever the graph is (rule PLAYBOOK-8).
 */
export async function vehicleAction(work: NodeWork): Promise<NodeResult> {
  const { tx, org, run, input, caller, deps, now, node } = work
  const vehicle = await vehicleNamed(tx, org, textIn(work, 'vin', 64))
  if (!vehicle) throw refused('This vehicle does not exist.')
  const kind = input['action'] as VehicleActionKind
  const parameters = input['parameters'] as Record<string, string>
  const mistake = parameterMistake(kind, parameters)
  if (mistake) throw refused(mistake.message)
  const approvals = await approvalsBefore(tx, org, run.uuid)
  if (approvals.length === 0) throw refused('Nobody has approved this: a vehicle action needs an approval.')
  const action = await insertAction(tx, org, {
    vehicleId: vehicle.id,
    kind,
    parameters,
    state: 'APPROVED',
    reason: `${run.playbook}, run ${run.number}: ${node.title || node.id}`,
    requestedByUuid: run.startedByUuid,
    requestedBy: run.startedBy ?? `${run.playbook} (playbook)`,
    runUuid: run.uuid,
    approvals,
    approvedAt: now,
    expiresAt: minutesFrom(now, Number(input['expires_after_minutes'])),
  })
  await audit(tx, org, byCaller(caller), {
    action: 'request vehicle action',
    subject: 'vehicle action',
    subjectUuid: action.uuid,
    after: { vin: vehicle.vin, kind, parameters, run: run.uuid, approvals },
  })
  return {
    kind: 'wait',
    waiting: { kind: 'vehicle_action', action_uuid: action.uuid },
    // its expiry, as its confirmation, has the run worked on
    dueAt: null,
    announce: () => announceAction(deps.publisher, org, action),
  }
}
