import { z } from 'zod'
import { endpoint } from '../../core/endpoint.ts'
import { cursor, dateTime, limit, oneOrMore, vehicleName } from '../../core/wire.ts'
import { vehicleActionKinds, vehicleActionStates } from './vehicle-actions.ts'

export const VehicleAction = z.object({
  uuid: z.uuid(),
  number: z.int(),
  vehicle: z.object({ uuid: z.uuid(), vin: z.string(), name: z.string() }),
  kind: z.enum(vehicleActionKinds),
  parameters: z.record(z.string(), z.string()),
  state: z.enum(vehicleActionStates),
  reason: z.string(),
  requested_by: z.string(),
  /** The run that requested it; null: a person did by hand. */
  run_uuid: z.uuid().nullable(),
  approvals: z.array(z.object({ by: z.string(), at: dateTime })),
  /** Whether the caller may approve it now; if not, why. */
  may_approve: z.boolean(),
  why_not: z.string().nullable(),
  /** What the vehicle answered, or why it was refused. */
  detail: z.string(),
  /** How it was delivered. */
  delivered_over: z.enum(['http', 'mqtt']).nullable(),
  requested_at: dateTime,
  approved_at: dateTime.nullable(),
  delivered_at: dateTime.nullable(),
  ended_at: dateTime.nullable(),
  expires_at: dateTime,
})
export type VehicleAction = z.infer<typeof VehicleAction>

export const listVehicleActions = endpoint({
  method: 'GET',
  path: 'msoc/v1/vehicle-actions',
  summary: 'What vehicles were requested to do, the latest first',
  access: 'MSOC',
  input: z.object({
    vehicle: vehicleName.optional(),
    state: oneOrMore(vehicleActionStates).optional(),
    cursor: cursor.optional(),
    limit: limit(200, 50),
  }),
  output: z.object({ actions: z.array(VehicleAction), next_cursor: z.string().nullable(), total: z.int() }),
})

export const requestVehicleAction = endpoint({
  method: 'POST',
  path: 'msoc/v1/vehicle-actions/request',
  summary: 'Request an action of a vehicle by hand; it waits until somebody else approves it',
  access: 'MSOC',
  needs: 'playbooks.run',
  input: z.object({
    vehicle: vehicleName,
    kind: z.enum(vehicleActionKinds),
    parameters: z.record(z.string().max(40), z.string().trim().max(500)),
    reason: z.string().trim().min(1).max(500),
    expires_after_minutes: z.int().min(1).max(43_200).default(60),
  }),
  output: z.object({ success: z.literal(true), action: VehicleAction }),
})

export const decideVehicleAction = endpoint({
  method: 'POST',
  path: 'msoc/v1/vehicle-actions/decide',
  summary: 'Approve an action that somebody else requested, or refuse it; anybody may refuse, the requester included',
  access: 'MSOC',
  needs: 'playbooks.approve',
  input: z.object({
    uuid: z.uuid(),
    decision: z.enum(['approve', 'refuse']),
    comment: z.string().trim().max(1_000).default(''),
  }),
  output: z.object({ success: z.literal(true), action: VehicleAction }),
})
