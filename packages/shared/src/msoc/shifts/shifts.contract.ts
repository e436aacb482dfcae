import { z } from 'zod'
import { endpoint } from '../../core/endpoint.ts'
import { dateTime } from '../../core/wire.ts'
import { Shift as Hours } from '../alerts/pipeline/shift.ts'
import { rotations } from './rota.ts'

/** A calendar day: `2026-03-29`. */
export const LocalDay = z.iso.date()
/** A person, who may have left: then the name is that of a former member. */
const Person = z.object({ uuid: z.uuid(), name: z.string() })

const shiftFields = {
  name: z.string().trim().min(1).max(60),
  /** Days of the week on which it begins: 1 is Monday, 7 is Sunday. */
  days: Hours.shape.days,
  from: Hours.shape.from,
  /** Until just before this time. Not after `from`: on the next day. */
  to: Hours.shape.to,
  zone: Hours.shape.zone,
  /** Users by uuid, in the order of their turns; the first on a shift leads it. */
  members: z.array(z.uuid()).min(1).max(50),
  /** All together; one each shift; one each week. */
  rotation: z.enum(rotations),
  starts_on: LocalDay,
  /** The last day on which it begins; null: without an end. */
  ends_on: LocalDay.nullable(),
}

export const RotaShift = z.object({ uuid: z.uuid(), ...shiftFields, revision: z.int() })
export type RotaShift = z.infer<typeof RotaShift>

export const RotaOverride = z.object({
  uuid: z.uuid(),
  shift_uuid: z.uuid(),
  date: LocalDay,
  member: Person,
  /** Null: nobody comes instead. */
  substitute: Person.nullable(),
  note: z.string(),
  author: z.string(),
})
export type RotaOverride = z.infer<typeof RotaOverride>

export const getRota = endpoint({
  method: 'GET',
  path: 'msoc/v1/shifts',
  summary: 'The shifts of the rota, who is on now, and who is absent',
  access: 'MSOC',
  input: z.object({}),
  output: z.object({
    shifts: z.array(RotaShift),
    /** From two weeks ago on. */
    overrides: z.array(RotaOverride),
    /** The members of the organisation who can be on a shift. */
    people: z.array(Person),
    /** Who is on shift now, the lead of each shift first. */
    on_shift: z.array(Person.extend({ shift_uuid: z.uuid(), shift: z.string(), until: dateTime })),
  }),
})

export const saveShift = endpoint({
  method: 'POST',
  path: 'msoc/v1/shifts/save',
  summary: 'Add a shift to the rota, or change one',
  access: 'MSOC',
  needs: 'shifts.manage',
  input: z
    .object({ uuid: z.uuid().optional(), revision: z.int32().optional(), ...shiftFields })
    .refine(({ from, to }) => from !== to, {
      message: 'A shift must end at another time than it begins.',
      path: ['to'],
    })
    .refine(({ starts_on: starts, ends_on: ends }) => ends === null || ends >= starts, {
      message: 'The last day is before the first.',
      path: ['ends_on'],
    }),
  output: z.object({ success: z.literal(true), shift: RotaShift }),
})

export const deleteShift = endpoint({
  method: 'POST',
  path: 'msoc/v1/shifts/delete',
  summary: 'Delete a shift with its absences and notes; signed hand-overs stay',
  access: 'MSOC',
  needs: 'shifts.manage',
  input: z.object({ uuid: z.uuid(), revision: z.int32() }),
  output: z.object({ success: z.literal(true) }),
})

export const saveOverride = endpoint({
  method: 'POST',
  path: 'msoc/v1/shifts/overrides/save',
  summary: 'Record that a member is absent from a shift on a day, and who comes instead',
  access: 'MSOC',
  needs: 'shifts.manage',
  input: z
    .object({
      shift_uuid: z.uuid(),
      date: LocalDay,
      member: z.uuid(),
      substitute: z.uuid().nullable(),
      note: z.string().trim().max(200).default(''),
    })
    .refine(({ member, substitute }) => member !== substitute, {
      message: 'Choose somebody else.',
      path: ['substitute'],
    }),
  output: z.object({ success: z.literal(true), uuid: z.uuid() }),
})

export const deleteOverride = endpoint({
  method: 'POST',
  path: 'msoc/v1/shifts/overrides/delete',
  summary: 'Remove an absence: the plan applies again',
  access: 'MSOC',
  needs: 'shifts.manage',
  input: z.object({ uuid: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
})
