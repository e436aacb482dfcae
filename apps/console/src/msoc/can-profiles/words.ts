import { checksumText, counterText } from '@carapace/shared/msoc/can/diff-profiles'
import type { IdProfile } from '@carapace/shared/msoc/can/profile'
import type { ProfileState, WatchState } from '@carapace/shared/msoc/can/profiles'
import type { BusWatch, ProfileRow } from '@carapace/shared/msoc/can/profiles.contract'
import { number } from '../../core/format/format.ts'
import type { Tone } from '../../core/ui/status-badge.tsx'

export const stateTones: Readonly<Record<ProfileState, Tone>> = { DRAFT: 'yellow', ACTIVE: 'green', RETIRED: 'grey' }
export const watchTones: Readonly<Record<WatchState, Tone>> = { LEARNING: 'yellow', OWN: 'blue', PROFILE: 'green' }

/** The display text of a model; a profile with an empty model applies to every model without its own profile. */
export function modelText(model: string): string {
  return model === '' ? 'Every model' : model
}

/** "EQX-24 v7" */
export function profileText({ model, version }: { readonly model: string; readonly version: number }): string {
  return `${modelText(model)} v${version}`
}

/** "2 h 05 min", "62 s": the duration of the traffic that a profile was learned from. */
export function spanText(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 120) return `${whole} s`
  if (whole < 7_200) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${number(Math.floor(whole / 3_600))} h ${String(Math.floor((whole % 3_600) / 60)).padStart(2, '0')} min`
}

/** A short text for the origin of a profile. */
export function originText({
  origin,
  capture,
  dbc,
  seconds,
  vehicles,
}: Pick<ProfileRow, 'origin' | 'capture' | 'dbc' | 'seconds' | 'vehicles'>): string {
  if (origin === 'DBC') return `Derived from ${dbc ? `${dbc.name} v${dbc.version}` : 'a CAN database'}`
  const from =
    origin === 'CAPTURE'
      ? (capture?.name ?? 'a capture that was deleted')
      : `${number(vehicles)} ${vehicles === 1 ? 'vehicle' : 'vehicles'}`
  return `Learned ${spanText(seconds)} of ${from}`
}

/**
 * How a bus is monitored (rule PROFILE-UI-9): "learning, 40 of 60 s", "watched by its own past, learned from 62 s",
 * "profile EQX-24 v7".
 */
export function watchText({
  state,
  learned_seconds: learned,
  needed_seconds: needed,
  profile,
}: Pick<BusWatch, 'state' | 'learned_seconds' | 'needed_seconds' | 'profile'>): string {
  if (state === 'LEARNING') return `learning, ${Math.min(Math.floor(learned), needed)} of ${needed} s`
  if (state === 'PROFILE' && profile) return `profile ${profileText(profile)}`
  return `watched by its own past, learned from ${spanText(learned)}`
}

/** "10 ms ± 0.3", or how rarely it is sent. */
export function cycleText({ cycle }: Pick<IdProfile, 'cycle'>): string {
  return cycle === null ? 'no cycle' : `${decimals(cycle.ms)} ms ± ${decimals(cycle.jitterMs)}`
}

export const lengthsText = ({ lengths }: Pick<IdProfile, 'lengths'>) => lengths.join(', ')
export const countersText = ({ counters }: Pick<IdProfile, 'counters'>) => counters.map(counterText).join('; ')
export const checksumsText = ({ checksums }: Pick<IdProfile, 'checksums'>) => checksums.map(checksumText).join('; ')

/** The number of payload bits that never change, and of all bits. */
export function constantBits({ bytes }: Pick<IdProfile, 'bytes'>): { constant: number; all: number } {
  const constant = bytes.reduce((sum, { constantMask }) => sum + onesIn(constantMask), 0)
  return { constant, all: bytes.length * 8 }
}

function onesIn(byte: number): number {
  let ones = 0
  for (let bit = 0; bit < 8; bit++) ones += (byte >> bit) & 1
  return ones
}

/** At most three significant digits. */
const decimals = (value: number) => String(Number(value.toPrecision(3)))
