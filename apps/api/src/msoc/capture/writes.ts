import type { z } from 'zod'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import type {
  Capture,
  deleteCapture,
  Replay,
  replayCapture,
  saveCapture,
} from '@carapace/shared/msoc/can/captures.contract'
import { canFramesOverTime } from '@carapace/shared/msoc/events/events.series'
import { intervalMs } from '@carapace/shared/core/time-series/time-series'
import { recordCaseChange } from '@carapace/shared/msoc/alerts/changes.queries'
import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import { actorOf, admit, type Caller } from '../../core/http/caller.ts'
import type { Tx } from '../../core/db.ts'
import {
  captureByUuid,
  insertReplay,
  lockCapture,
  removeCapture,
  replayByUuid,
  stopReplay,
  vehiclesPlayed,
  writeCapture,
} from './captures.queries.ts'
import { isEvidence } from '../cases/evidence.queries.ts'
import { lockToWork } from '../cases/locking.ts'
import { insertVehicle, testVehicleOf, vehicleNamed } from '../vehicles/vehicles.queries.ts'

async function knownCapture(tx: Tx, org: Org, uuid: string): Promise<Capture> {
  const found = await captureByUuid(tx, org, uuid)
  if (!found) throw new Failure('NOT_FOUND')
  return found
}

/**
 * Writes the changed fields of a capture, and records the link in the cases that gain or lose it; returns the number of
 * the last change.
 */
export async function changeCapture(
  tx: Tx,
  caller: Caller,
  { uuid, revision, name, vehicle, case_uuid: caseUuid }: z.output<typeof saveCapture.input>,
) {
  const { org } = caller
  const known = await knownCapture(tx, org, uuid)
  const moves = caseUuid !== undefined && caseUuid !== (known.case?.uuid ?? null)
  if (moves) admit(caller, { access: 'member', needs: 'cases.work' })
  // lock cases before the capture, always in the same order
  for (const one of moves ? [known.case?.uuid, caseUuid].filter((id) => typeof id === 'string').sort() : [])
    await lockOpenCase(tx, caller, one)
  const locked = await lockCapture(tx, org, uuid)
  if (!locked || locked.revision !== revision || locked.caseUuid !== (known.case?.uuid ?? null))
    throw new Failure('ROW_CHANGED')
  const vehicleId = vehicle === undefined ? undefined : vehicle === null ? null : await vehicleOf(tx, org, vehicle)
  const set = {
    ...(name !== undefined && { name }),
    ...(vehicleId !== undefined && { vehicleId }),
    ...(moves && { caseUuid }),
  }
  await writeCapture(tx, org, uuid, { ...set, revision: revision + 1 })
  const capture = await knownCapture(tx, org, uuid)
  await audit(tx, org, byCaller(caller), {
    action: 'change capture',
    subject: 'capture',
    subjectUuid: uuid,
    before: auditStateOf(known),
    after: auditStateOf(capture),
  })
  let seq: number | undefined
  for (const [one, isAdded] of moves
    ? ([
        [known.case?.uuid, false],
        [caseUuid, true],
      ] as const)
    : []) {
    if (one)
      seq = await recordCaseChange(tx, org, {
        caseUuid: one,
        kind: 'capture',
        actor: actorOf(caller),
        detail: { capture: capture.name, capture_uuid: uuid, added: isAdded },
      })
  }
  return { capture, seq }
}

const auditStateOf = ({ name, vehicle, case: of }: Capture) => ({
  name,
  vehicle: vehicle?.vin ?? null,
  case: of?.uuid ?? null,
})

async function lockOpenCase(tx: Tx, caller: Caller, uuid: string): Promise<void> {
  const { stage } = await lockToWork(tx, caller, uuid)
  if (stage === 'CLOSED') throw new Failure('RULE_REFUSED', { message: 'This case is closed. Reopen it first.' })
}

async function vehicleOf(tx: Tx, org: Org, name: string): Promise<VehicleId> {
  const found = await vehicleNamed(tx, org, name)
  if (!found)
    throw new Failure('INVALID_INPUT', { errors: { vehicle: 'No vehicle of yours has this uuid, VIN or device id.' } })
  return found.id
}

export async function dropCapture(
  tx: Tx,
  caller: Caller,
  { uuid, revision }: z.output<typeof deleteCapture.input>,
): Promise<void> {
  const { org } = caller
  const locked = await lockCapture(tx, org, uuid)
  if (!locked) throw new Failure('NOT_FOUND')
  if (locked.revision !== revision) throw new Failure('ROW_CHANGED')
  if (locked.caseUuid !== null)
    throw new Failure('RULE_REFUSED', { message: 'A case has this capture. Take it out of the case first.' })
  if (await isEvidence(tx, org, uuid))
    throw new Failure('RULE_REFUSED', { message: 'A case has this capture as evidence. Remove it there first.' })
  const before = await knownCapture(tx, org, uuid)
  if (before.state === 'READING' || before.state === 'UPLOADING')
    throw new Failure('RULE_REFUSED', { message: 'This capture is being read. Cancel its job first.' })
  await removeCapture(tx, org, uuid)
  await audit(tx, org, byCaller(caller), {
    action: 'delete capture',
    subject: 'capture',
    subjectUuid: uuid,
    before: { ...auditStateOf(before), frames: before.frames, sha256: before.sha256 },
  })
}

const replaysAtOnce = 5

/**
 * Adds a replay of a capture, which ingest then plays (rules CAPTURE-36 to CAPTURE-39 of
 * packages/shared/src/msoc/capture/SPEC.md).
 */
export async function beginReplay(
  tx: Tx,
  caller: Caller,
  { uuid, vehicle: vin, model, speed }: z.output<typeof replayCapture.input>,
): Promise<Replay> {
  const { org } = caller
  // locked, so that the capture cannot be deleted before the replay is inserted
  await lockCapture(tx, org, uuid)
  const capture = await knownCapture(tx, org, uuid)
  if (capture.state !== 'READY') throw new Failure('RULE_REFUSED', { message: 'This capture is not read yet.' })
  const lengthMs = Date.parse(capture.ended_at!) - Date.parse(capture.started_at!)
  refuseBehind(lengthMs, speed)
  const played = await vehiclesPlayed(tx, org)
  if (played.length >= replaysAtOnce)
    throw new Failure('TOO_MANY', {
      message: `At most ${replaysAtOnce} captures are played at once. Wait until one is done, or stop one.`,
      retryAfter: 30,
    })
  const vehicleId = await testVehicle(tx, caller, vin, model)
  if (played.includes(vehicleId))
    throw new Failure('RULE_REFUSED', { message: 'A capture is being played into this vehicle already.' })
  const begun = Date.now()
  // a replay faster than the recording starts with an earlier time, so that no frame's time is in the future
  const startAt = new Date(begun - Math.max(0, lengthMs * (speed === 0 ? 1 : 1 - 1 / speed)))
  const replay = await insertReplay(tx, org, {
    captureUuid: uuid,
    vehicleId,
    speed,
    startAt,
    createdAt: new Date(begun),
    createdBy: caller.user.name,
  })
  await audit(tx, org, byCaller(caller), {
    action: 'replay capture',
    subject: 'capture',
    subjectUuid: uuid,
    after: { replay, vehicle: vin, speed },
  })
  return (await replayByUuid(tx, org, replay))!
}

/**
 * Frames older than this when they are stored would not be retained; a day is left for the replay to begin and be sent.
 */
const latestMs = intervalMs(canFramesOverTime.keep) - 86_400_000

/**
 * Refuses a replay in which the clock of a frame, when it is sent, would be so far behind that it counts as wrong (rule
 * EVENT-4): the first frame of a fast replay, the last one of a slow replay.
 */
function refuseBehind(lengthMs: number, speed: number): void {
  const behindMs = speed === 0 ? lengthMs : Math.abs(lengthMs * (1 - 1 / speed))
  if (behindMs <= latestMs) return
  throw new Failure('RULE_REFUSED', {
    message:
      `At this speed its frames would be ${Math.ceil(behindMs / 86_400_000)} days old when they are stored, and the ` +
      `record keeps ${Math.floor(latestMs / 86_400_000)}. Play it as recorded.`,
  })
}

/** The test vehicle with this name, created if no vehicle has the name. */
async function testVehicle(tx: Tx, caller: Caller, vin: string, model: string): Promise<VehicleId> {
  const { org } = caller
  const known = await testVehicleOf(tx, org, vin)
  if (known) {
    if (!known.isTest)
      throw new Failure('RULE_REFUSED', { message: `${vin} is no test vehicle: captures are played into those only.` })
    return known.id
  }
  const made = await insertVehicle(tx, org, { vin, model, isTest: true })
  if (made === undefined) throw new Failure('ROW_CHANGED')
  await audit(tx, org, byCaller(caller), {
    action: 'register vehicle',
    subject: 'vehicle',
    subjectUuid: made,
    after: { vin, model, is_test: true },
  })
  return (await testVehicleOf(tx, org, vin))!.id
}

export async function endReplay(tx: Tx, caller: Caller, uuid: string): Promise<Replay> {
  const { org } = caller
  const isStopped = await stopReplay(tx, org, uuid)
  const replay = await replayByUuid(tx, org, uuid)
  if (!replay) throw new Failure('NOT_FOUND')
  if (!isStopped) throw new Failure('RULE_REFUSED', { message: 'This replay is over already.' })
  await audit(tx, org, byCaller(caller), {
    action: 'stop replay',
    subject: 'capture replay',
    subjectUuid: uuid,
    after: { sent: replay.sent },
  })
  return replay
}
