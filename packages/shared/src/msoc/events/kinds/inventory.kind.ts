import { type Parsed, parsed, refused } from '../../../core/parsed.ts'
import { type Fields, isText } from '../event-fields.ts'
import type { EventKindSpec } from '../event-kind.ts'
import type { EventCommon, InventoryEvent, ReportedSoftware } from '../events.ts'
import { softwareReportsOverTime } from '../events.series.ts'

/** The software of a vehicle's control units, each a separate row (rule EVENT-11). */
export const inventoryKind: EventKindSpec<InventoryEvent> = {
  kinds: ['inventory'],
  decode: decodeInventory,
  fieldsOf: ({ ecus }) => ({
    ecus: ecus.map(({ ecu, software, version, hardwarePart, rxswin }) => ({
      ecu,
      software,
      version,
      ...(hardwarePart !== '' && { hardware_part: hardwarePart }),
      ...(rxswin !== '' && { rxswin }),
    })),
  }),
  series: softwareReportsOverTime,
  columns: ['ecu', 'software', 'version', 'hardware_part', 'rxswin'],
  encode(event, beginRow) {
    for (const { ecu, software, version, hardwarePart, rxswin } of event.ecus) {
      const row = beginRow(event.ts)
      row.text(ecu)
      row.text(software)
      row.text(version)
      row.text(hardwarePart)
      row.text(rxswin)
    }
  },
  rowsOf: ({ ecus }) => ecus.length,
  weightOf: () => 1,
  lastTsOf: ({ ts }) => ts,
  arrivalField: null,
}

const ecusPerEvent = 200

/** The texts of a control unit: name on the wire, maximum length, and whether it may be absent. */
const texts = [
  ['ecu', 64, false],
  ['software', 200, false],
  ['version', 100, false],
  ['hardware_part', 100, true],
  ['rxswin', 100, true],
] as const

function decodeInventory(fields: Fields, common: EventCommon): Parsed<InventoryEvent> {
  const { ecus } = fields
  if (!Array.isArray(ecus) || ecus.length === 0 || ecus.length > ecusPerEvent)
    return refused(`ecus: a list of 1 to ${ecusPerEvent} control units is needed`)
  const read: ReportedSoftware[] = []
  const names = new Set<string>()
  for (let i = 0; i < ecus.length; i++) {
    const one = unitOf(ecus[i])
    if (typeof one === 'string') return refused(`ecus[${i}]: ${one}`)
    if (names.has(one.ecu)) return refused(`ecus[${i}].ecu: each control unit is listed once`)
    names.add(one.ecu)
    read.push(one)
  }
  return parsed({ kind: 'inventory', ...common, ecus: read })
}

/** Returns the software of one control unit, without white space around its texts, or what is wrong with it. */
function unitOf(given: unknown): ReportedSoftware | string {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return 'an object with ecu, software and version is needed'
  const fields = given as Fields
  const values: string[] = []
  for (const [name, most, isOptional] of texts) {
    const value = fields[name]
    const isAbsent = value === undefined || value === null
    const text = typeof value === 'string' && isText(value, most) ? value.trim() : undefined
    if (isOptional ? !isAbsent && text === undefined : !text)
      return `${name}: a text of ${isOptional ? 'at most' : '1 to'} ${most} characters without NUL is needed`
    values.push(text ?? '')
  }
  const [ecu, software, version, hardwarePart, rxswin] = values as [string, string, string, string, string]
  return { ecu, software, version, hardwarePart, rxswin }
}
