import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import { may } from '@carapace/shared/permissions'
import {
  decideVehicleAction,
  listVehicleActions,
  requestVehicleAction,
} from '@carapace/shared/msoc/vehicle-actions/vehicle-actions.contract'
import { mayApproveAction, mayBecome, parameterMistake } from '@carapace/shared/msoc/vehicle-actions/vehicle-actions'
import type { z } from 'zod'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import { serve } from '../../core/http/serve.ts'
import { announceRuns, type PlaybookDeps } from '../playbooks/deps.ts'
import { wakeRun } from '../playbooks/engine.queries.ts'
import { vehicleNamed } from '../vehicles/vehicles.queries.ts'
import { actionByUuid, actionsPage, insertAction, lockAction, writeAction } from './actions.queries.ts'
import { announceAction } from './announce.ts'

const viewer = ({ user }: Caller) => ({ uuid: user.uuid, mayApprove: may(user.role, 'playbooks.approve') })

/** Vehicle actions over HTTP. One that a person requests always waits for another person (rule VEHICLE-ACTION-3). */
export async function vehicleActionRoutes(app: FastifyInstance, deps: PlaybookDeps): Promise<void> {
  const { db, publisher } = deps

  serve(app, listVehicleActions).with(async ({ input, caller }) => actionsPage(db, caller.org, input, viewer(caller)))

  serve(app, requestVehicleAction).with(async ({ input, caller }) => {
    const uuid = await db.transaction((tx) => request(tx, caller, input))
    return { success: true, action: (await actionByUuid(db, caller.org, uuid, viewer(caller)))! }
  })

  serve(app, decideVehicleAction).with(async ({ input, caller }) => {
    const action = await db.transaction((tx) => decide(tx, caller, input))
    if (action.state === 'APPROVED') announceAction(publisher, caller.org, action)
    else if (action.runUuid !== null) announceRuns(publisher, caller.org.uuid, [action.runUuid])
    return { success: true, action: (await actionByUuid(db, caller.org, input.uuid, viewer(caller)))! }
  })
}

async function request(tx: Tx, caller: Caller, input: z.output<typeof requestVehicleAction.input>): Promise<string> {
  const { org, user } = caller
  const mistake = parameterMistake(input.kind, input.parameters)
  if (mistake)
    throw new Failure('INVALID_INPUT', {
      message: mistake.message,
      errors: { [`parameters.${mistake.parameter}`]: mistake.message },
    })
  const vehicle = await vehicleNamed(tx, org, input.vehicle)
  if (!vehicle) throw new Failure('NOT_FOUND')
  const action = await insertAction(tx, org, {
    vehicleId: vehicle.id,
    kind: input.kind,
    parameters: input.parameters,
    state: 'REQUESTED',
    reason: input.reason,
    requestedByUuid: user.uuid,
    requestedBy: user.name,
    expiresAt: new Date(Date.now() + input.expires_after_minutes * 60_000),
  })
  await audit(tx, org, byCaller(caller), {
    action: 'request vehicle action',
    subject: 'vehicle action',
    subjectUuid: action.uuid,
    after: { vin: vehicle.vin, kind: input.kind, parameters: input.parameters, reason: input.reason },
  })
  return action.uuid
}

async function decide(tx: Tx, caller: Caller, { uuid, decision, comment }: z.output<typeof decideVehicleAction.input>) {
  const { org, user } = caller
  const action = await lockAction(tx, org, uuid)
  if (!action) throw new Failure('NOT_FOUND')
  const isApproval = decision === 'approve'
  if (!mayBecome(action.state, isApproval ? 'APPROVED' : 'REFUSED'))
    throw new Failure('RULE_REFUSED', {
      message: isApproval ? 'This action does not wait for approval.' : 'The vehicle has this action already.',
    })
  if (isApproval && action.expiresAt <= new Date())
    throw new Failure('RULE_REFUSED', { message: 'The time of this action is over.' })
  if (isApproval && !mayApproveAction({ requestedBy: action.requestedByUuid, approvals: action.approvals }, user.uuid))
    throw new Failure('RULE_REFUSED', { message: 'You requested this action: somebody else must approve it.' })
  const now = new Date()
  const set = isApproval
    ? {
        state: 'APPROVED' as const,
        approvedAt: now,
        approvals: [...action.approvals, { uuid: user.uuid, by: user.name, at: now.toISOString() }],
      }
    : { state: 'REFUSED' as const, endedAt: now, detail: comment || `Refused by ${user.name}.` }
  await writeAction(tx, org, uuid, set)
  if (!isApproval && action.runUuid !== null) await wakeRun(tx, org, action.runUuid)
  await audit(tx, org, byCaller(caller), {
    action: isApproval ? 'approve vehicle action' : 'refuse vehicle action',
    subject: 'vehicle action',
    subjectUuid: uuid,
    after: { kind: action.kind, parameters: action.parameters, comment },
  })
  return { ...action, ...set }
}
