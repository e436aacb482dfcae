import { idText } from '@carapace/shared/msoc/can/frame'
import { attributeOf, type Dbc, type DbcMessage, type DbcSignal } from '@carapace/shared/msoc/dbc/model'

/** The target of an assignment: `can0 of every model`. */
export function placeText({ model, bus }: { readonly model: string; readonly bus: string }): string {
  return `${bus === '' ? 'every bus' : bus} of ${model === '' ? 'every model' : model}`
}

/** A message's id in an address: the x prevents parsing as a number. */
export const messageWord = ({ id, ext }: Pick<DbcMessage, 'id' | 'ext'>): string =>
  `x${id.toString(16).toUpperCase()}${ext ? 'e' : ''}`

export const messageId = ({ id, ext }: Pick<DbcMessage, 'id' | 'ext'>): string => idText(id, ext)

/** The cycle time in ms; empty if the database contains none. */
export function cycleText(dbc: Dbc, { attributes }: DbcMessage): string {
  const cycle = attributeOf(dbc, 'BO_', attributes, 'GenMsgCycleTime')
  return typeof cycle === 'number' && cycle > 0 ? `${cycle} ms` : ''
}

export function typeText({ float, isSigned, isIntel }: DbcSignal): string {
  const kind = float === 0 ? (isSigned ? 'signed' : 'unsigned') : `float ${float}`
  return `${kind}, ${isIntel ? 'Intel' : 'Motorola'}`
}

/** The conversion from raw to physical values: `× 0.1 − 40`. */
export function scaleText({ factor, offset }: DbcSignal): string {
  if (factor === 1 && offset === 0) return '1 : 1'
  const shift = offset === 0 ? '' : offset < 0 ? ` − ${-offset}` : ` + ${offset}`
  return `× ${factor}${shift}`
}

export function rangeText({ min, max, unit }: DbcSignal): string {
  const range = min === 0 && max === 0 ? '' : `${min} to ${max}`
  return [range, unit].filter((word) => word !== '').join(' ')
}

/** The condition under which a multiplexed signal is sent; empty: always. */
export function multiplexText({ isMultiplexor, multiplexedAt, multiplexing }: DbcSignal): string {
  const ranges = multiplexing?.ranges.map(([low, high]) => (low === high ? String(low) : `${low}-${high}`)).join(', ')
  const at =
    ranges === undefined
      ? multiplexedAt === null
        ? ''
        : `at ${multiplexedAt}`
      : ranges === ''
        ? 'multiplexed, values unknown'
        : `${multiplexing!.by} = ${ranges}`
  return [isMultiplexor ? 'multiplexor' : '', at].filter((word) => word !== '').join(', ')
}
