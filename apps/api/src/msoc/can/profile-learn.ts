import type { z } from 'zod'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { createLearner, type Learner } from '@carapace/shared/msoc/can/learn'
import type { learnProfile } from '@carapace/shared/msoc/can/profiles.contract'
import { audit } from '../../account/sign-in/sessions.queries.ts'
import type { Caller } from '../../core/http/caller.ts'
import type { Tx } from '../../core/db.ts'
import { jobKind, type Jobs } from '../../core/jobs/jobs.ts'
import { namedBy } from './profile-derive.ts'
import { captureToLearn, vehiclesCalled, vehiclesWithFrames } from './profile-learn.queries.ts'
import { type Place, portionOf, type Source, theBeginning } from './profile-sources.ts'
import { insertDraft } from './profiles.queries.ts'
import type { DbcThread } from '../dbc/thread.ts'
import { dbcVersion } from '../dbc/dbcs.queries.ts'

const kind = 'can-profiles.learn'
const vehiclesAtMost = 20
const longestMs = 24 * 3_600_000

type LearnInput = z.output<typeof learnProfile.input>

interface Input extends Pick<LearnInput, 'model' | 'bus' | 'note' | 'dbc_version_uuid'> {
  readonly source: Source
}

interface Checkpoint {
  readonly place: Place
  readonly learner: ReturnType<Learner['save']>
  /** The vehicles whose frames were learned from. */
  readonly learnedFrom: readonly number[]
}

/** Adds a job that learns a profile; what it learns from is determined now. */
export async function addLearning(tx: Tx, jobs: Jobs, caller: Caller, input: LearnInput) {
  const { model, bus, note, dbc_version_uuid: dbc } = input
  if (dbc !== undefined && !(await dbcVersion(tx, caller.org, dbc))) throw new Failure('NOT_FOUND')
  const { source, from, total } =
    input.capture_uuid === undefined
      ? await requestedRecord(tx, caller.org, input)
      : await requestedCapture(tx, caller.org, input.capture_uuid, bus)
  return jobs.add(tx, caller, {
    kind,
    title: `Learn ${bus} of ${model || 'every model'} from ${from}`,
    total,
    input: { model, bus, note, dbc_version_uuid: dbc, source } satisfies Input,
  })
}

async function requestedCapture(tx: Tx, org: Org, uuid: string, bus: string) {
  const capture = await captureToLearn(tx, org, uuid)
  if (!capture) throw new Failure('NOT_FOUND')
  if (capture.state !== 'READY') throw new Failure('RULE_REFUSED', { message: 'The capture is not read yet.' })
  // a capture of a single bus counts as the requested bus, whatever name its sensor used
  const found =
    capture.buses.find((one) => one.bus === bus) ?? (capture.buses.length === 1 ? capture.buses[0] : undefined)
  if (!found)
    throw new Failure('INVALID_INPUT', {
      errors: {
        bus: `The capture has no bus ${bus}, but ${capture.buses.map((one) => one.bus).join(', ') || 'none'}.`,
      },
    })
  return { source: { kind: 'capture' as const, uuid, bus: found.bus }, from: capture.name, total: found.frames }
}

async function requestedRecord(tx: Tx, org: Org, { model, bus, vehicles: names, from, to }: LearnInput) {
  const span = { from: new Date(from!), to: new Date(to!) }
  const spanMs = span.to.getTime() - span.from.getTime()
  if (spanMs <= 0 || spanMs > longestMs)
    throw new Failure('INVALID_INPUT', { errors: { to: 'Give a time after the beginning, at most 24 hours later.' } })
  const found = names
    ? await vehiclesCalled(tx, org, model, names)
    : await vehiclesWithFrames(tx, org, model, vehiclesAtMost)
  if (names && found.length < new Set(names).size)
    throw new Failure('INVALID_INPUT', { errors: { vehicles: 'Not all of these are vehicles of this model.' } })
  if (found.length === 0)
    throw new Failure('RULE_REFUSED', { message: 'No vehicle of this model has sent CAN frames.' })
  const vehicles = found.map(({ id }) => id)
  const source = { kind: 'record' as const, vehicles, bus, from: span.from.toISOString(), to: span.to.toISOString() }
  return {
    source,
    from: vehicles.length === 1 ? 'one vehicle' : `${vehicles.length} vehicles`,
    total: vehicles.length * Math.ceil(spanMs / 1000),
  }
}

/**
 * A part of the job ends after this many learned frames, or this many portions: it must not delay the calls that this
 * process answers, or a cancellation.
 */
const framesAtOnce = 40_000
const portionsAtOnce = 8

/**
 * Learns part by part. The checkpoint holds everything learned so far, so that learning continues after a restart. The
 * result is a draft.
 */
export const profileLearning = (thread: DbcThread) =>
  jobKind<Input, Checkpoint>({
    kind,
    licence: 'MSOC',
    async doPart({ tx, org, actor, input, checkpoint }) {
      const learner = createLearner(checkpoint?.learner)
      const before = learner.frames
      const learnedFrom = new Set(checkpoint?.learnedFrom)
      let place: Place | undefined = checkpoint?.place ?? theBeginning
      let done = 0
      for (let gone = 0; place && gone < portionsAtOnce && learner.frames - before < framesAtOnce; gone++) {
        const portion = await portionOf(tx, org, input.source, place)
        for (const frame of portion.frames) {
          learner.push(frame)
          learnedFrom.add(place.vehicle)
        }
        done += portion.done
        place = portion.next
      }
      const result = {
        checkpoint: { place: place ?? theBeginning, learner: learner.save(), learnedFrom: [...learnedFrom] },
        finished: place === undefined,
        done,
        outcome: { frames: learner.frames - before },
      }
      return place
        ? result
        : { ...result, messages: [await leaveDraft({ tx, org, actor, thread }, input, learner, learnedFrom.size)] }
    },
  })

interface Means {
  readonly tx: Tx
  readonly org: Org
  readonly actor: { readonly uuid: string; readonly name: string }
  readonly thread: DbcThread
}

async function leaveDraft(
  { tx, org, actor, thread }: Means,
  input: Input,
  learner: Learner,
  vehicles: number,
): Promise<string> {
  const { model, bus, note, dbc_version_uuid: dbc, source } = input
  if (learner.frames === 0)
    throw new Failure('RULE_REFUSED', { message: `No frame of ${bus} was found to learn from.` })
  const learned = learner.profile()
  const named = dbc === undefined ? learned : await namedBy(tx, thread, org, dbc, learned)
  const profile = { ...named, learned: { ...named.learned, vehicles } }
  const isCapture = source.kind === 'capture'
  const uuid = await insertDraft(tx, org, {
    model,
    bus,
    note,
    profile,
    origin: isCapture ? 'CAPTURE' : 'RECORD',
    createdBy: actor.name,
    dbcVersionUuid: dbc ?? null,
    captureUuid: isCapture ? source.uuid : null,
  })
  await audit(
    tx,
    org,
    { ...actor, address: null },
    {
      action: 'learn CAN profile',
      subject: 'can_profile',
      subjectUuid: uuid,
      after: { model, bus, learned: profile.learned },
    },
  )
  return `A draft was learned: ${profile.ids.length} ids over ${Math.round(profile.learned.seconds)} s.`
}
