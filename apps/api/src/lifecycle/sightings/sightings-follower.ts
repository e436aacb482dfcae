import { topics as graphTopics } from '@carapace/shared/account/topics'
import type { Publisher, Subscriber } from '@carapace/shared/core/bus/bus'
import type { Org } from '@carapace/shared/core/owned'
import { inRounds, type Rounds } from '@carapace/shared/core/rounds'
import { counts } from '@carapace/shared/lifecycle/sightings/indicators'
import { topics } from '@carapace/shared/msoc/topics'
import type { Database, Tx } from '../../core/db.ts'
import { announceGraph } from '../../graph/artefacts/artefacts.routes.ts'
import {
  addSightings,
  type AlertSeen,
  alertsSeen,
  changedAlerts,
  dropSightings,
  forgetLooks,
  lateAlerts,
  lockGraphVersion,
  looksOf,
  type NewSighting,
  type Pair,
  saveLooks,
  savePosition,
  sightingsOf,
  takePosition,
  notifyCounts,
  unfollowed,
} from './sighting-feed.queries.ts'
import {
  changedScenarios,
  type ReadScenarios,
  rememberScenarios,
  type Scenario,
  type Scenarios,
} from './sighting-scenarios.ts'

/** The interval of checks for changes that the bus did not report, ms. */
const safetyPollMs = 30_000
/** Maximum alert changes per transaction: at a thousand a second, a few seconds. */
const changesAtOnce = 5_000
/**
 * Maximum alerts with which a scenario with new indicators is compared, the latest of 30 days, and how many of them per
 * query.
 */
const mostLookedThrough = 50_000
const lookedThroughAtOnce = 2_000
/** Sightings per statement. */
const rowsAtOnce = 5_000

interface FollowerDeps {
  readonly db: Database
  readonly bus: Subscriber
  readonly publisher: Publisher
  readonly onGap: (listen: () => void) => () => void
  readonly onError: (error: unknown) => void
}

/**
 * Matches new alerts with threat scenarios, and stores the sightings. Any number of processes may run it; only one
 * works on an organisation at a time. Its position moves in the transaction that stores the sightings, so nothing is
 * left out or stored twice (rules SIGHTING-6, SIGHTING-7). It runs when the bus reports changes of alerts or graphs,
 * and reads the changes from the tables.
 */
export function createFollower(
  { db, bus, publisher, onGap, onError }: FollowerDeps,
  pollMs = safetyPollMs,
): Pick<Rounds, 'start' | 'stop'> {
  const read = rememberScenarios()

  /** Processes organisations in turn, one transaction each, until nothing is left or other processes do the rest. */
  async function work(stopping: AbortSignal): Promise<void> {
    for (let isMoving = true; isMoving;) {
      isMoving = false
      for (const org of await unfollowed(db)) {
        if (stopping.aborted) return
        isMoving = (await follow(org).catch((error: unknown) => onError(error))) === true || isMoving
      }
    }
  }

  async function follow(org: Org): Promise<boolean> {
    const changedPrograms = await db.transaction((tx) => step(tx, org, read))
    for (const program of changedPrograms ?? []) announceGraph(publisher, org, program)
    return changedPrograms !== undefined
  }

  const rounds = inRounds(pollMs, work, onError)
  const stopListening = [
    bus.subscribe(topics.allChanges, rounds.wake),
    bus.subscribe(graphTopics.allGraphs, rounds.wake),
    onGap(rounds.wake),
  ]
  return {
    start: rounds.start,
    async stop() {
      for (const stop of stopListening) stop()
      await rounds.stop()
    },
  }
}

/**
 * One step for an organisation: changed scenarios, then the next alerts. Returns the programs whose counts changed;
 * undefined: another process works on the organisation.
 */
async function step(tx: Tx, org: Org, read: ReadScenarios): Promise<string[] | undefined> {
  const position = await takePosition(tx, org)
  if (!position) return undefined
  const { now } = position
  const isNewEpoch = position.epoch !== now.epoch
  if (isNewEpoch) await forgetLooks(tx, org)
  const scenarios = await read(tx, org)
  const changes = await lookBack(tx, org, scenarios)
  // in a new epoch, or without scenarios, nothing remains: `lookBack` has just compared the recent alerts
  const next =
    isNewEpoch || scenarios.all.length === 0
      ? { uuids: [], seq: now.seq }
      : await changedAlerts(tx, org, position.seq, now.seq, changesAtOnce)
  add(changes, await difference(tx, org, next.uuids, scenarios))
  const changedPrograms = await note(tx, org, changes)
  await savePosition(tx, org, { epoch: now.epoch, seq: next.seq })
  return changedPrograms
}

interface Changes {
  readonly fresh: NewSighting[]
  readonly stale: Pair[]
}

function add({ fresh, stale }: Changes, more: Changes): void {
  fresh.push(...more.fresh)
  stale.push(...more.stale)
}

/** Compares scenarios whose indicators or vehicles changed with the alerts of the last days. */
async function lookBack(tx: Tx, org: Org, scenarios: Scenarios): Promise<Changes> {
  const changes: Changes = { fresh: [], stale: [] }
  const looks = await looksOf(tx, org)
  const moved = [...scenarios.graphVersions].filter(([program, seq]) => looks.get(program) !== seq && seq > 0)
  const changed: string[] = []
  for (const [program] of moved)
    changed.push(...(await changedScenarios(tx, org, program, looks.get(program) ?? 0, scenarios)))
  const late = changed.length === 0 ? [] : await lateAlerts(tx, org, mostLookedThrough)
  for (let i = 0; i < late.length; i += lookedThroughAtOnce)
    add(changes, await difference(tx, org, late.slice(i, i + lookedThroughAtOnce), scenarios, changed))
  await saveLooks(
    tx,
    org,
    moved.map(([programUuid, seq]) => ({ programUuid, seq })),
  )
  return changes
}

const keyOf = ({ threatUuid, alertUuid }: Pair) => `${threatUuid} ${alertUuid}`

/** The missing sightings of alerts, for all scenarios or only these, and the stored sightings that are obsolete. */
async function difference(
  tx: Tx,
  org: Org,
  alertUuids: readonly string[],
  scenarios: Scenarios,
  threats?: readonly string[],
): Promise<Changes> {
  if (alertUuids.length === 0) return { fresh: [], stale: [] }
  const before = await sightingsOf(tx, org, alertUuids, threats)
  const among = threats && new Set(threats)
  const shown = (alert: AlertSeen) =>
    counts(alert) ? scenarios.shown(alert).filter(({ uuid }) => among?.has(uuid) ?? true) : []
  const wanted = (await alertsSeen(tx, org, alertUuids)).flatMap((alert) =>
    shown(alert).map((scenario) => sightingOf(alert, scenario)),
  )
  const [had, wants] = [new Set(before.map(keyOf)), new Set(wanted.map(keyOf))]
  return {
    fresh: wanted.filter((pair) => !had.has(keyOf(pair))),
    stale: before.filter((pair) => !wants.has(keyOf(pair))),
  }
}

function sightingOf({ uuid, vehicle, raisedAt }: AlertSeen, { uuid: threatUuid, programUuid }: Scenario): NewSighting {
  return { threatUuid, alertUuid: uuid, programUuid, vehicleUuid: vehicle?.uuid ?? null, at: raisedAt }
}

/**
 * Stores the changes, under the lock of each program. All processes lock the programs in the same order. Without these
 * locks, the removal of a scenario could wait for this transaction while it waits for the scenario's program.
 */
async function note(tx: Tx, org: Org, { fresh, stale }: Changes): Promise<string[]> {
  const touched = Map.groupBy([...fresh, ...stale], ({ programUuid }) => programUuid)
  const graphVersions: { program: string; seq: number }[] = []
  for (const program of [...touched.keys()].sort()) {
    const seq = await lockGraphVersion(tx, org, program)
    if (seq !== undefined) graphVersions.push({ program, seq })
  }
  for (let i = 0; i < stale.length; i += rowsAtOnce) await dropSightings(tx, org, stale.slice(i, i + rowsAtOnce))
  for (let i = 0; i < fresh.length; i += rowsAtOnce) await addSightings(tx, org, fresh.slice(i, i + rowsAtOnce))
  for (const { program, seq } of graphVersions)
    await notifyCounts(tx, org, program, seq, [...new Set(touched.get(program)!.map(({ threatUuid }) => threatUuid))])
  return graphVersions.map(({ program }) => program)
}
