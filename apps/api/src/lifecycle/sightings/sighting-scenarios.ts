import type { Org, OrgUuid } from '@carapace/shared/core/owned'
import { isSame } from '@carapace/shared/graph/artefacts/changes'
import {
  concerns,
  createMatcher,
  hasIndicators,
  type Indicators,
} from '@carapace/shared/lifecycle/sightings/indicators'
import type { Tx } from '../../core/db.ts'
import type { AlertSeen } from './sighting-feed.queries.ts'
import {
  graphVersionsOf,
  indicatorStatesAfter,
  indicatorStatesAt,
  type IndicatorState,
  indicatorStates,
} from './sighting-scenarios.queries.ts'

/** A threat scenario with the data that alerts are matched with. */
export interface Scenario {
  readonly uuid: string
  readonly programUuid: string
  readonly indicators: Indicators
}

/** The indicators of a program at a version of its graph. */
interface Program {
  seq: number
  readonly scenarios: Map<string, Scenario>
  /** The names of its vehicle models in the fleet, by artefact. */
  readonly models: Map<string, readonly string[]>
}

/** The matchable threat scenarios of an organisation's programs. */
export interface Scenarios {
  /** The known graph version of each program. */
  readonly graphVersions: ReadonlyMap<string, number>
  readonly all: readonly Scenario[]
  /** The scenarios that match an alert. */
  readonly shown: (alert: AlertSeen) => readonly Scenario[]
}

/** Reads the current scenarios. */
export type ReadScenarios = (tx: Tx, org: Org) => Promise<Scenarios>

interface Known {
  readonly programs: Map<string, Program>
  scenarios: Scenarios
}

/**
 * Keeps the scenarios of organisations in memory, and reads only what has changed: a known program costs one query for
 * its graph version, and one for its later states.
 */
export function rememberScenarios(): ReadScenarios {
  const known = new Map<OrgUuid, Known>()
  return async (tx, org) => {
    const mine = known.get(org.uuid) ?? { programs: new Map(), scenarios: scenariosOf(new Map()) }
    // a read that fails half-way is discarded: the next one starts again
    known.delete(org.uuid)
    const isChanged = await refresh(tx, org, mine.programs)
    const graphVersions = new Map([...mine.programs].map(([uuid, { seq }]) => [uuid, seq]))
    mine.scenarios = isChanged ? scenariosOf(mine.programs) : { ...mine.scenarios, graphVersions }
    known.set(org.uuid, mine)
    return mine.scenarios
  }
}

/** Updates programs to their current graph versions; returns whether any scenario changed. */
async function refresh(tx: Tx, org: Org, programs: Map<string, Program>): Promise<boolean> {
  const graphVersions = await graphVersionsOf(tx, org)
  const gone = [...programs.keys()].filter((uuid) => !graphVersions.has(uuid))
  for (const uuid of gone) programs.delete(uuid)
  const fresh = [...graphVersions.keys()].filter((uuid) => !programs.has(uuid))
  let isChanged = gone.length + fresh.length > 0
  for (const uuid of fresh)
    programs.set(uuid, { seq: graphVersions.get(uuid)!, scenarios: new Map(), models: new Map() })
  for (const state of await indicatorStates(tx, org, fresh)) take(programs.get(state.programUuid)!, state)
  for (const [uuid, program] of programs) {
    if (program.seq >= graphVersions.get(uuid)!) continue
    for (const state of await indicatorStatesAfter(tx, org, uuid, program.seq))
      isChanged =
        take(program, state.action === 'removed' ? { ...state, indicators: null, models: null } : state) || isChanged
    program.seq = graphVersions.get(uuid)!
  }
  return isChanged
}

/** Replaces the stored state of an artefact; returns whether it differs. */
function take(
  { scenarios, models }: Program,
  { uuid, programUuid, kind, indicators, models: named }: IndicatorState,
): boolean {
  if (kind === 'vehicle-model') return put(models, uuid, named === null || named.length === 0 ? undefined : named)
  return put(
    scenarios,
    uuid,
    indicators === null || !hasIndicators(indicators) ? undefined : { uuid, programUuid, indicators },
  )
}

function put<T>(all: Map<string, T>, key: string, value: T | undefined): boolean {
  if (isSame(all.get(key), value)) return false
  if (value === undefined) all.delete(key)
  else all.set(key, value)
  return true
}

function scenariosOf(programs: ReadonlyMap<string, Program>): Scenarios {
  const all = [...programs.values()].flatMap(({ scenarios }) => [...scenarios.values()])
  const models = new Map([...programs].map(([uuid, program]) => [uuid, [...program.models.values()].flat()]))
  const find = createMatcher(all)
  return {
    graphVersions: new Map([...programs].map(([uuid, { seq }]) => [uuid, seq])),
    all,
    shown: (alert) => find(alert).filter(({ programUuid }) => concerns(models.get(programUuid)!, alert.vehicle)),
  }
}

/**
 * Scenarios of a program whose indicators differ from those at an earlier graph version, with scenarios that have none
 * any more (rule SIGHTING-7).
 */
export async function changedScenarios(
  tx: Tx,
  org: Org,
  programUuid: string,
  since: number,
  now: Scenarios,
): Promise<string[]> {
  const whole = now.all.filter((scenario) => scenario.programUuid === programUuid).map(({ uuid }) => uuid)
  if (since === 0) return whole
  const later = await indicatorStatesAfter(tx, org, programUuid, since)
  const last = new Map<string, IndicatorState>(
    later.map((state) => [
      state.uuid,
      state.action === 'removed' ? { ...state, indicators: null, models: null } : state,
    ]),
  )
  const before = await indicatorStatesAt(tx, org, programUuid, since, [...last.keys()])
  const other = [...last.values()].filter(({ uuid, kind, indicators, models }) =>
    kind === 'vehicle-model'
      ? !isSame(models ?? [], before.get(uuid)?.models ?? [])
      : !isSame(indicators, before.get(uuid)?.indicators ?? null),
  )
  return other.some(({ kind }) => kind === 'vehicle-model')
    ? [...new Set([...whole, ...other.filter(({ kind }) => kind !== 'vehicle-model').map(({ uuid }) => uuid)])]
    : other.map(({ uuid }) => uuid)
}
