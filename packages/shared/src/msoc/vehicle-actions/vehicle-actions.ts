/** What a vehicle can be requested to do. A custom action is whatever the manufacturer's agent knows by its name. */
export const vehicleActionKinds = [
  'block_arbitration_id',
  'isolate_ecu',
  'request_log_upload',
  'enter_safe_mode',
  'reset_ecu',
  'custom',
] as const
export type VehicleActionKind = (typeof vehicleActionKinds)[number]

/** The name of each kind on screens and in records. */
export const vehicleActionTitles: Record<VehicleActionKind, string> = {
  block_arbitration_id: 'Block an arbitration id',
  isolate_ecu: 'Isolate an ECU',
  request_log_upload: 'Request a log upload',
  enter_safe_mode: 'Enter safe mode',
  reset_ecu: 'Reset an ECU',
  custom: 'Custom action',
}

/** The parameters of each kind, all texts; the first ones are required (rule VEHICLE-ACTION-1). */
export const vehicleActionParameters: Record<
  VehicleActionKind,
  { readonly required: readonly string[]; readonly optional: readonly string[] }
> = {
  block_arbitration_id: { required: ['bus', 'arbitration_id'], optional: [] },
  isolate_ecu: { required: ['ecu'], optional: ['bus'] },
  request_log_upload: { required: [], optional: ['minutes', 'source'] },
  enter_safe_mode: { required: [], optional: ['reason'] },
  reset_ecu: { required: ['ecu'], optional: [] },
  custom: { required: ['name'], optional: ['argument'] },
}

export const vehicleActionStates = [
  'REQUESTED',
  'APPROVED',
  'DELIVERED',
  'CONFIRMED',
  'REFUSED',
  'FAILED',
  'EXPIRED',
] as const
export type VehicleActionState = (typeof vehicleActionStates)[number]

/** States in which nothing more happens. */
export const endedActionStates = ['CONFIRMED', 'REFUSED', 'FAILED', 'EXPIRED'] as const satisfies VehicleActionState[]

export function hasEnded(state: VehicleActionState): boolean {
  return endedActionStates.some((ended) => ended === state)
}

/** The changes of state that are allowed (rule VEHICLE-ACTION-2). */
const followers: Record<VehicleActionState, readonly VehicleActionState[]> = {
  REQUESTED: ['APPROVED', 'REFUSED', 'EXPIRED'],
  // a vehicle may confirm what it got by a delivery whose record was lost
  APPROVED: ['DELIVERED', 'CONFIRMED', 'FAILED', 'EXPIRED', 'REFUSED'],
  DELIVERED: ['CONFIRMED', 'FAILED', 'EXPIRED'],
  CONFIRMED: [],
  REFUSED: [],
  FAILED: [],
  EXPIRED: [],
}

export function mayBecome(from: VehicleActionState, to: VehicleActionState): boolean {
  return followers[from].includes(to)
}

/** A mistake in the parameters of an action, by parameter; undefined: they are complete (rule VEHICLE-ACTION-1). */
export function parameterMistake(
  kind: VehicleActionKind,
  parameters: Readonly<Record<string, string>>,
): { readonly parameter: string; readonly message: string } | undefined {
  const { required, optional } = vehicleActionParameters[kind]
  const missing = required.find((name) => !Object.hasOwn(parameters, name) || parameters[name] === '')
  if (missing !== undefined) return { parameter: missing, message: `This action needs "${missing}".` }
  const unknown = Object.keys(parameters).find((name) => ![...required, ...optional].includes(name))
  if (unknown !== undefined) return { parameter: unknown, message: `This action does not know "${unknown}".` }
  const id = kind === 'block_arbitration_id' ? parameters['arbitration_id']! : '0x0'
  if (!/^0x[0-9a-f]{1,8}$/i.test(id))
    return { parameter: 'arbitration_id', message: 'Write the arbitration id in hexadecimal: 0x2C1.' }
  return undefined
}

/** Whether a person may approve an action: anybody but who requested it, and nobody twice (rule VEHICLE-ACTION-3). */
export function mayApproveAction(
  action: { readonly requestedBy: string | null; readonly approvals: readonly { readonly uuid: string | null }[] },
  person: string,
): boolean {
  return action.requestedBy !== person && action.approvals.every(({ uuid }) => uuid !== person)
}
