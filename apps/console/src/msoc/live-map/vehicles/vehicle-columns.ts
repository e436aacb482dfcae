import { positionsPart } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import type { ColumnBatch, ColumnPlan } from '../../../core/live/live.ts'
import { rowColumns, type VehicleStore } from './vehicle-store.ts'

/** The columns of the positions channel, as the store reads them. */
export const vehiclePlan: ColumnPlan = {
  list: 'vehicles',
  entry: 'vehicle',
  gone: 'gone',
  key: 'vin',
  values: rowColumns,
  texts: ['uuid', 'model'],
  part: positionsPart,
}

const width = rowColumns.length
const texts = vehiclePlan.texts.length

/**
 * Applies the batches of one subscription to the store: maps the worker's slots to the store's slots, so that a moving
 * vehicle is never looked up by its VIN.
 */
export function vehicleColumns(store: VehicleStore, onMoved: (slot: number) => void): (batch: ColumnBatch) => void {
  const slotOf: (number | undefined)[] = []

  return ({ gone, entered, slots, values, settled }) => {
    for (const theirs of gone) {
      const vin = store.vinAt(slotOf[theirs] ?? -1)
      if (vin !== undefined) store.remove(vin)
      slotOf[theirs] = undefined
    }
    entered.slots.forEach((theirs, at) => {
      const [uuid, model] = entered.texts.slice(at * texts, at * texts + texts)
      slotOf[theirs] = store.enter(entered.keys[at] ?? '', { uuid, model })
    })
    slots.forEach((theirs, row) => {
      const slot = slotOf[theirs]
      if (slot === undefined) return
      store.move(slot, values, row * width)
      onMoved(slot)
    })
    if (settled) store.settle()
  }
}
