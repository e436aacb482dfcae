import { checksumText, counterText } from '@carapace/shared/msoc/can/diff-profiles'
import type { IdProfile } from '@carapace/shared/msoc/can/profile'
import type { ProfileState, WatchState } from '@carapace/shared/msoc/can/profiles'
import type { BusWatch, ProfileRow } from '@carapace/shared/msoc/can/profiles.contract'
import { number } from '../../core/format/format.ts'
import type { Tone } from '../../core/ui/status-badge.tsx'

export const stateTones: Readonly<Record<ProfileState, Tone>> = { DRAFT: 'yellow', ACTIVE: 'green', RETIRED: 'grey' }
export const watchTones: Readonly<Record<WatchState, Tone>> = { LEARNING: 'yellow', OWN: 'blue', PROFILE: 'green' }

/** A model as it is called; a profile whose model is empty is for every model that has none of its own. */
export function modelText(model: string): string {
  return model === '' ? 'Every model' : model
}

/** "EQX-24 v7" */
export function profileText({ model, version }: { readonly model: string; readonly version: number }): string {
  return `${modelText(model)} v${version}`
}

/** "2 h 05 min", "62 s": how much traffic something was learned from. */
export function spanText(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 120) return `${whole} s`
  if (whole < 7_200) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${number(Math.floor(whole / 3_600))} h ${String(Math.floor((whole % 3_600) / 60)).padStart(2, '0')} min`
}

/** What a profile is made from, in a few words. */
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
 * How a bus is watched (rule PROFILE-UI-9): "learning, 40 of 60 s", "watched by its own past, learned from 62 s",
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

/** "10 ms ± 0.3", or how rarely it comes. */
export function cycleText({ cycle }: Pick<IdProfile, 'cycle'>): string {
  return cycle === null ? 'no cycle' : `${decimals(cycle.ms)} ms ± ${decimals(cycle.jitterMs)}`
}

export const lengthsText = ({ lengths }: Pick<IdProfile, 'lengths'>) => lengths.join(', ')
export const countersText = ({ counters }: Pick<IdProfile, 'counters'>) => counters.map(counterText).join('; ')
export const checksumsText = ({ checksums }: Pick<IdProfile, 'checksums'>) => checksums.map(checksumText).join('; ')

/** Bits of its payload that never change, of all. */
export function constantBits({ bytes }: Pick<IdProfile, 'bytes'>): { constant: number; all: number } {
  const constant = bytes.reduce((sum, { constantMask }) => sum + onesIn(constantMask), 0)
  return { constant, all: bytes.length * 8 }
}

function onesIn(byte: number): number {
  let ones = 0
  for (let bit = 0; bit < 8; bit++) ones += (byte >> bit) & 1
  return ones
}

/** Three significant digits at the most. */
const decimals = (value: number) => String(Number(value.toPrecision(3)))
