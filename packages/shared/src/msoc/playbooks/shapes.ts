/** What a value looks like, as far as expressions need to know. `any`: any JSON; its fields are not checked. */
export type Shape = 'text' | 'number' | 'boolean' | 'time' | 'any' | ListShape | FieldsShape

export interface ListShape {
  readonly list: Shape
}

export interface FieldsShape {
  readonly fields: Readonly<Record<string, Shape>>
}

const fields = (named: Readonly<Record<string, Shape>>): FieldsShape => ({ fields: named })

export const vehicleShape = fields({ uuid: 'text', vin: 'text', name: 'text', model: 'text', software_version: 'text' })

/** What expressions can read of an alert: the fields of the api's `Alert`. */
export const alertShape = fields({
  uuid: 'text',
  number: 'number',
  title: 'text',
  severity: 'text',
  source: 'text',
  rule: 'text',
  rule_uuid: 'text',
  vehicle: vehicleShape,
  ecu: 'text',
  bus: 'text',
  count: 'number',
  first_seen: 'time',
  last_seen: 'time',
  status: 'text',
  resolution: 'text',
  owner: fields({ uuid: 'text', name: 'text' }),
  tags: { list: 'text' },
  tactics: { list: 'text' },
  observables: { list: fields({ kind: 'text', value: 'text' }) },
  /** The first value of each kind of observables: `alert.first.arbitration_id`. */
  first: fields({
    vin: 'text',
    ecu: 'text',
    bus: 'text',
    arbitration_id: 'text',
    uds_service: 'text',
    signal: 'text',
    hostname: 'text',
    address: 'text',
    ids_event: 'text',
    geofence: 'text',
  }),
  explanation: { list: fields({ field: 'text', observed: 'text', expected: 'text' }) },
  risk: 'number',
  case_uuid: 'text',
  raised_at: 'time',
})

export const caseShape = fields({
  uuid: 'text',
  number: 'number',
  title: 'text',
  stage: 'text',
  severity: 'text',
  owner: fields({ uuid: 'text', name: 'text' }),
  alerts: 'number',
  vehicles: 'number',
  comments: 'number',
  created_at: 'time',
  updated_at: 'time',
  closed_at: 'time',
})

/** An alert in the list that a search returns: short, so that many fit into one output. */
export const foundAlertShape = fields({
  uuid: 'text',
  number: 'number',
  title: 'text',
  severity: 'text',
  status: 'text',
  rule: 'text',
  vin: 'text',
  owner: 'text',
  raised_at: 'time',
})

export function isList(shape: Shape): shape is ListShape {
  return typeof shape === 'object' && 'list' in shape
}

export function isFields(shape: Shape): shape is FieldsShape {
  return typeof shape === 'object' && 'fields' in shape
}

/**
 * The shape at a path below this one, or where it ends: the index of the first part that does not exist (rule
 * PLAYBOOK-5). A list is read by number, and `length` is its number of items.
 */
export function shapeAt(
  shape: Shape,
  path: readonly string[],
): { readonly shape: Shape } | { readonly endsAt: number } {
  let now = shape
  for (const [index, part] of path.entries()) {
    if (now === 'any') return { shape: 'any' }
    const next: Shape | undefined = isList(now)
      ? partOfList(now, part)
      : isFields(now) && Object.hasOwn(now.fields, part)
        ? now.fields[part]
        : undefined
    if (next === undefined) return { endsAt: index }
    now = next
  }
  return { shape: now }
}

function partOfList({ list }: ListShape, part: string): Shape | undefined {
  if (part === 'length') return 'number'
  return /^\d{1,5}$/.test(part) ? list : undefined
}
