import { getRota, type RotaOverride, type RotaShift } from '@carapace/shared/msoc/shifts/shifts.contract'
import { onShiftAt, type ShiftOverride, type ShiftPlan, type Turn, turnAfter } from '@carapace/shared/msoc/shifts/rota'
import type { z } from 'zod'

export type Rota = z.output<typeof getRota.output>

/** A shift in the form that the rules of the rota take. Members who left are on none, as on the server. */
export function planOf(
  { starts_on: startsOn, ends_on: endsOn, ...shift }: RotaShift,
  people: Rota['people'],
): ShiftPlan {
  return { ...shift, startsOn, endsOn, people: new Set(people.map(({ uuid }) => uuid)) }
}

export function overrideOf({ shift_uuid: shiftUuid, date, member, substitute }: RotaOverride): ShiftOverride {
  return { shiftUuid, date, memberUuid: member.uuid, substituteUuid: substitute?.uuid ?? null }
}

export interface RotaNow {
  readonly plans: readonly ShiftPlan[]
  readonly overrides: readonly ShiftOverride[]
  /** The shifts that are on. */
  readonly turns: readonly Turn[]
  /** What follows each of them; without any that is on, the next shift. */
  readonly next: readonly Turn[]
}

/** Who is on shift at a time, and who comes next. */
export function rotaAt({ shifts, overrides: absences, people }: Rota, at: number): RotaNow {
  const plans = shifts.map((shift) => planOf(shift, people))
  const overrides = absences.map(overrideOf)
  const turns = onShiftAt(plans, overrides, at)
  const after = turns.length > 0 ? turns : [{ to: at }]
  const next = after.flatMap((turn) => turnAfter(plans, overrides, turn) ?? [])
  const once = new Map(next.map((turn) => [`${turn.shiftUuid} ${turn.date}`, turn]))
  return { plans, overrides, turns, next: [...once.values()] }
}

/** A duration until a time, to the second below an hour: `6 h 12 min`, `4 min 09 s`. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)]
  if (hours >= 48) return `${Math.floor(hours / 24)} d ${hours % 24} h`
  return hours > 0
    ? `${hours} h ${String(minutes).padStart(2, '0')} min`
    : `${minutes} min ${String(seconds % 60).padStart(2, '0')} s`
}
