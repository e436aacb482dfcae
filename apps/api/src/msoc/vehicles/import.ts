import type { Org } from '@carapace/shared/core/owned'
import { audit } from '../../account/sign-in/sessions.queries.ts'
import type { Database } from '../../core/db.ts'
import { jobKind } from '../../core/jobs/jobs.ts'
import { type LineError, vehicleFields, type VehicleRow } from './csv.ts'
import {
  type Described,
  insertDescribed,
  type Known,
  lockVehiclesCalled,
  updateDescribed,
  vehiclesCalled,
} from './import.queries.ts'

const rowsAtOnce = 500
/** Vehicles looked up at a time for the preview of an import. */
const lookedUpAtOnce = 5_000
export const vehicleImportKind = 'vehicles.import'

/** The effect of a row. */
export type RowPlan =
  | { readonly action: 'add' | 'change'; readonly after: Described }
  | { readonly action: 'same' }
  | { readonly action: 'refuse'; readonly reason: string }

const undescribed = {
  device_id: null,
  name: '',
  model: '',
  platform: '',
  software_version: '',
  reports_every_seconds: null,
}

/**
 * The effect of a row on the vehicle with its VIN (`known`), if there is one; `holder` is the vehicle with its device
 * id (rules BULK-8 to BULK-9).
 */
export function planRow(
  { line: _line, ...row }: VehicleRow,
  known: Known | undefined,
  holder: Known | undefined,
): RowPlan {
  if (holder && holder.vin !== row.vin)
    return { action: 'refuse', reason: `device_id: ${row.device_id} is the vehicle ${holder.vin}'s.` }
  if (!known) return { action: 'add', after: { ...undescribed, ...row } }
  const { registered_by: registeredBy, ...before } = known
  const after = { ...before, ...row }
  const isSame = registeredBy === 'person' && vehicleFields.every((field) => after[field] === before[field])
  return isSame ? { action: 'same' } : { action: 'change', after }
}

function planRows(
  rows: readonly VehicleRow[],
  known: readonly Known[],
): { row: VehicleRow; before: Known | undefined; plan: RowPlan }[] {
  const byVin = new Map(known.map((vehicle) => [vehicle.vin, vehicle]))
  const byDevice = new Map(
    known.flatMap((vehicle) => (vehicle.device_id === null ? [] : [[vehicle.device_id, vehicle]])),
  )
  return rows.map((row) => {
    const before = byVin.get(row.vin)
    return { row, before, plan: planRow(row, before, row.device_id ? byDevice.get(row.device_id) : undefined) }
  })
}

const namesIn = (rows: readonly VehicleRow[]) =>
  [rows.map(({ vin }) => vin), rows.flatMap(({ device_id: id }) => id ?? [])] as const

/** The effect that an import would have now. */
export async function lookThrough(db: Database, org: Org, rows: readonly VehicleRow[]) {
  const counts = { add: 0, change: 0, same: 0, refuse: 0 }
  const errors: LineError[] = []
  for (let at = 0; at < rows.length; at += lookedUpAtOnce) {
    const some = rows.slice(at, at + lookedUpAtOnce)
    for (const { row, plan } of planRows(some, await vehiclesCalled(db, org, ...namesIn(some)))) {
      counts[plan.action] += 1
      if (plan.action === 'refuse') errors.push({ line: row.line, reason: plan.reason })
    }
  }
  return { added: counts.add, changed: counts.change, unchanged: counts.same, errors }
}

interface Input {
  readonly rows: readonly VehicleRow[]
}

interface Checkpoint {
  readonly next: number
}

/** Registers and updates vehicles in the order of the file. */
export const vehicleImports = jobKind<Input, Checkpoint>({
  kind: vehicleImportKind,
  licence: 'MSOC',
  async doPart({ tx, org, actor, input: { rows }, checkpoint }) {
    const from = checkpoint?.next ?? 0
    const some = rows.slice(from, from + rowsAtOnce)
    const planned = planRows(some, await lockVehiclesCalled(tx, org, ...namesIn(some)))
    const adding = planned.flatMap(({ plan }) => (plan.action === 'add' ? [plan.after] : []))
    const changing = planned.filter(({ plan }) => plan.action === 'change')
    const added = await insertDescribed(tx, org, adding)
    const changed = changing.flatMap(({ plan }) => (plan.action === 'change' ? [plan.after] : []))
    await updateDescribed(tx, org, changed)
    if (added.size + changed.length > 0) {
      await audit(
        tx,
        org,
        { ...actor, address: null },
        {
          action: 'import vehicles',
          subject: 'vehicle',
          before: changing.map(({ before }) => before),
          after: [...adding.filter(({ vin }) => added.has(vin)), ...changed],
        },
      )
    }
    const refused = planned.flatMap(({ row, plan }) => reasonOf(row, plan, added))
    return {
      checkpoint: { next: from + some.length },
      finished: from + some.length >= rows.length,
      done: some.length,
      outcome: {
        added: added.size,
        changed: changed.length,
        unchanged: planned.filter(({ plan }) => plan.action === 'same').length,
        refused: refused.length,
      },
      messages: refused,
    }
  },
})

/** The reason why a row that was valid when the import was requested had no effect. */
function reasonOf({ line, vin }: VehicleRow, plan: RowPlan, added: ReadonlySet<string>): string[] {
  if (plan.action === 'refuse') return [`Line ${line}: ${plan.reason}`]
  if (plan.action === 'add' && !added.has(vin))
    return [`Line ${line}: ${vin}, or its device id, was registered by another meanwhile. Import it again.`]
  return []
}
