import type { FastifyInstance } from 'fastify'
import type { Publisher } from '@carapace/shared/core/bus/bus'
import { Failure } from '@carapace/shared/core/failure'
import { onShiftAt, turnOn } from '@carapace/shared/msoc/shifts/rota'
import {
  deleteOverride,
  deleteShift,
  getRota,
  saveOverride,
  saveShift,
} from '@carapace/shared/msoc/shifts/shifts.contract'
import type { z } from 'zod'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Database, Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import { serve } from '../../core/http/serve.ts'
import { announceBoard } from './board.live.ts'
import {
  countOverrides,
  countShifts,
  insertShift,
  lockShift,
  namesOf,
  overridesAtMost,
  overridesOf,
  peopleOf,
  plansOf,
  removeOverride,
  removeShift,
  type ShiftRow,
  shiftsAtMost,
  shiftsOf,
  updateShift,
  upsertOverride,
  wireOverrides,
  wireShift,
} from './rota.queries.ts'

type ShiftInput = z.output<typeof saveShift.input>
type OverrideInput = z.output<typeof saveOverride.input>

/** The rota over HTTP: shifts, absences, and who is on now (rules SHIFT-1 to SHIFT-7). */
export async function shiftRoutes(
  app: FastifyInstance,
  { db, publisher }: { db: Database; publisher: Publisher },
): Promise<void> {
  serve(app, getRota).with(async ({ caller: { org } }) => {
    const [rows, overrides, people, onShift] = await Promise.all([
      shiftsOf(db, org),
      wireOverrides(db, org),
      peopleOf(db, org),
      onShiftNow(db, org),
    ])
    return { shifts: rows.map(wireShift), overrides, people, on_shift: onShift }
  })

  serve(app, saveShift).with(async ({ input, caller }) => {
    const row = await db.transaction((tx) => save(tx, caller, input))
    announceBoard(publisher, caller.org.uuid, 'rota')
    return { success: true, shift: wireShift(row) }
  })

  serve(app, deleteShift).with(async ({ input: { uuid, revision }, caller }) => {
    await db.transaction(async (tx) => {
      const before = await lockShift(tx, caller.org, uuid)
      if (!before) throw new Failure('NOT_FOUND')
      if (before.revision !== revision) throw new Failure('ROW_CHANGED')
      await removeShift(tx, caller.org, uuid)
      await record(tx, caller, 'delete shift', uuid, before, undefined)
    })
    announceBoard(publisher, caller.org.uuid, 'rota')
    return { success: true }
  })

  serve(app, saveOverride).with(async ({ input, caller }) => {
    const uuid = await db.transaction((tx) => override(tx, caller, input))
    announceBoard(publisher, caller.org.uuid, 'rota')
    return { success: true, uuid }
  })

  serve(app, deleteOverride).with(async ({ input: { uuid }, caller }) => {
    await db.transaction(async (tx) => {
      const before = await removeOverride(tx, caller.org, uuid)
      if (!before) throw new Failure('NOT_FOUND')
      await record(tx, caller, 'remove absence', before.shiftUuid, before, undefined)
    })
    announceBoard(publisher, caller.org.uuid, 'rota')
    return { success: true }
  })
}

async function onShiftNow(db: Database, org: Caller['org']) {
  const [plans, overrides] = await Promise.all([plansOf(db, org), overridesOf(db, org)])
  const turns = onShiftAt(plans, overrides, Date.now())
  const named = await namesOf(
    db,
    org,
    turns.flatMap(({ members }) => members),
  )
  return turns.flatMap(({ shiftUuid, name: shift, to, members }) =>
    members.map((uuid) => ({ ...named(uuid), shift_uuid: shiftUuid, shift, until: new Date(to).toISOString() })),
  )
}

async function save(tx: Tx, caller: Caller, { uuid, revision, ...input }: ShiftInput): Promise<ShiftRow> {
  const { org } = caller
  const counted = await countShifts(tx, org)
  const before = uuid === undefined ? undefined : await lockShift(tx, org, uuid)
  if (uuid !== undefined && !before) throw new Failure('NOT_FOUND')
  if (before && before.revision !== revision) throw new Failure('ROW_CHANGED')
  if (!before && counted >= shiftsAtMost)
    throw new Failure('RULE_REFUSED', { message: `There can be at most ${shiftsAtMost} shifts.` })
  // who left keeps their place in the turns until somebody takes them off the list
  const added = input.members.filter((member) => !before?.members.includes(member))
  await refuseUnknown(tx, org, 'members', added)
  const { starts_on: startsOn, ends_on: endsOn, days, members, ...rest } = input
  const fields = {
    ...rest,
    startsOn,
    endsOn,
    days: [...new Set(days)].sort((a, b) => a - b),
    members: [...new Set(members)],
  }
  const after = before ? await updateShift(tx, org, before.uuid, fields) : await insertShift(tx, org, fields)
  await record(tx, caller, before ? 'change shift' : 'add shift', after.uuid, before, after)
  return after
}

async function refuseUnknown(tx: Tx, org: Caller['org'], field: string, uuids: readonly string[]): Promise<void> {
  const known = new Set((await peopleOf(tx, org)).map(({ uuid }) => uuid))
  if (!uuids.every((uuid) => known.has(uuid)))
    throw new Failure('INVALID_INPUT', { errors: { [field]: 'Choose members who may work on alerts.' } })
}

/** Only who is on a shift by the plan can be absent from it (rule SHIFT-4). */
async function override(tx: Tx, caller: Caller, input: OverrideInput): Promise<string> {
  const { org, user } = caller
  const row = await lockShift(tx, org, input.shift_uuid)
  if (!row) throw new Failure('NOT_FOUND')
  const planned = turnOn(row, [], input.date)
  if (!planned) throw new Failure('INVALID_INPUT', { errors: { date: 'The shift does not begin on this day.' } })
  if (!planned.members.includes(input.member))
    throw new Failure('INVALID_INPUT', { errors: { member: 'This member is not on the shift on this day.' } })
  if (input.substitute !== null) await refuseUnknown(tx, org, 'substitute', [input.substitute])
  if ((await countOverrides(tx, org)) >= overridesAtMost)
    throw new Failure('RULE_REFUSED', { message: `There can be at most ${overridesAtMost} absences.` })
  const { date, note, member: memberUuid, substitute: substituteUuid } = input
  const fields = { date, note, memberUuid, substituteUuid, authorUuid: user.uuid, author: user.name }
  const uuid = await upsertOverride(tx, org, { ...fields, shiftUuid: row.uuid })
  await record(tx, caller, 'record absence', row.uuid, undefined, fields)
  return uuid
}

async function record(
  tx: Tx,
  caller: Caller,
  action: string,
  subjectUuid: string,
  before: unknown,
  after: unknown,
): Promise<void> {
  await audit(tx, caller.org, byCaller(caller), { action, subject: 'shift', subjectUuid, before, after })
}
