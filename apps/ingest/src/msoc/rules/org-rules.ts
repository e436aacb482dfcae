import { setImmediate } from 'node:timers/promises'
import type { Org } from '@carapace/shared/core/owned'
import { weightOf } from '@carapace/shared/msoc/events/event-kinds'
import type { VehicleEvent } from '@carapace/shared/msoc/events/events'
import { compileRules, readInTurns, type RuleSet } from '@carapace/shared/msoc/rules/rule-set'
import type { RuleHitFound } from '@carapace/shared/msoc/rules/hits'
import { type RunningRules, runRules } from '@carapace/shared/msoc/rules/running'
import type { RuleContext } from '@carapace/shared/msoc/rules/vehicle-events'
import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database } from '../../core/database.ts'
import type { Log } from '../../core/log.ts'
import type { Vehicle } from '../detect/fleet-facts.ts'
import { createRuleDatabases, type RuleDatabases } from './databases.ts'
import { enabledRules } from './rules.queries.ts'

/** The rules of an organisation in this process. */
export interface OrgRules {
  readonly org: Org
  readonly set: RuleSet
  readonly running: RunningRules
  /** Vehicles whose stored events are in the windows already (rule RULE-24). */
  readonly recalled: Set<VehicleId>
  /** Mean time of an event in the rules since the last call, µs; a CAN frame counts as an event. */
  takePace(): number
  /** Returns the hits of an event. */
  step(vehicle: Vehicle, event: VehicleEvent): RuleHitFound[]
}

/** The rules of all organisations whose events this process stores. */
export interface AllRules {
  /** Reads the organisation's enabled rules if its revision changed since (rules RULE-20, RULE-21). */
  refresh(org: Org, revision: number): Promise<void>
  /** The CAN databases of the organisation; the same object for rules and detectors. */
  databasesOf(org: Org): RuleDatabases
  /** Undefined: none is enabled. */
  of(org: Org): OrgRules | undefined
  /** Before a batch steps the organisation's rules. */
  begin(org: Org): void
  /** After the batch is committed. */
  commit(): void
  /** After the batch failed: the rules' memory is as before (rule RULE-22). */
  rollback(org: Org): void
  /** Clears all memory: another process may have stored events of any vehicle. */
  forget(): void
  /** Clears the memory of the organisation's rules after a fault of ours. */
  restart(org: Org): void
  all(): Iterable<OrgRules>
}

/** Of so many events one is measured: reading the clock costs as much as an event that no rule matches. */
const measuredEach = 16

interface Held extends OrgRules {
  running: RunningRules
  /** Clears all memory. */
  restart(): void
}

/** Returns the rules of no organisation; they are read when their fleets are. */
export function createAllRules(db: Database, log: Log): AllRules {
  const held = new Map<string, Held>()
  const revisions = new Map<string, number>()
  const databases = new Map<string, RuleDatabases>()
  /** Organisations whose rules a batch stepped that is not committed yet. */
  const open = new Set<string>()

  function databasesOf(org: Org): RuleDatabases {
    const known = databases.get(org.uuid) ?? createRuleDatabases(db, org, log)
    databases.set(org.uuid, known)
    return known
  }

  async function read(org: Org, revision: number, before: Held | undefined): Promise<void> {
    const texts = await enabledRules(db, org)
    revisions.set(org.uuid, revision)
    if (texts.length === 0) {
      held.delete(org.uuid)
      return
    }
    const started = performance.now()
    const set = compileRules(texts, await readInTurns(texts, before?.set, () => setImmediate()))
    const rules = heldOf(org, set, before, databasesOf(org))
    held.set(org.uuid, rules)
    const ms = Math.round(performance.now() - started)
    log.info(
      { organisation: org.uuid, rules: set.rules.length, faults: set.faults.size, ms },
      'detection rules were read',
    )
  }

  return {
    async refresh(org, revision) {
      const before = held.get(org.uuid)
      await databasesOf(org).refresh()
      if ((revisions.get(org.uuid) ?? 0) !== revision) await read(org, revision, before)
    },
    databasesOf,
    of: (org) => held.get(org.uuid),
    begin(org) {
      open.add(org.uuid)
      held.get(org.uuid)?.running.begin()
    },
    commit: () => open.clear(),
    rollback(org) {
      if (open.delete(org.uuid)) held.get(org.uuid)?.running.rollback()
    },
    forget() {
      for (const rules of held.values()) rules.restart()
    },
    restart(org) {
      held.get(org.uuid)?.restart()
    },
    all: () => held.values(),
  }
}

function heldOf(org: Org, set: RuleSet, before: Held | undefined, databases: RuleDatabases): Held {
  const recalled = before?.recalled ?? new Set<VehicleId>()
  let spentMs = 0
  let steps = 0
  let events = 0
  let contexts = new WeakMap<Vehicle, RuleContext>()

  function contextOf(vehicle: Vehicle): RuleContext {
    const known = contexts.get(vehicle)
    if (known !== undefined) return known
    const context: RuleContext = {
      vin: vehicle.vin,
      get model() {
        return vehicle.model
      },
      get platform() {
        return vehicle.platform
      },
      dbcOf: (bus) => databases.dbcOf(vehicle.model, bus),
      meaningOf: (eventId) => vehicle.facts.meaningOf(eventId),
    }
    contexts.set(vehicle, context)
    recalled.add(vehicle.id)
    return context
  }

  return {
    org,
    set,
    running: runRules(set, before?.running.memory),
    recalled,
    restart() {
      this.running = runRules(set)
      contexts = new WeakMap()
      recalled.clear()
    },
    takePace() {
      const pace = events === 0 ? 0 : (1_000 * spentMs) / events
      spentMs = 0
      events = 0
      return pace
    },
    step(vehicle, event) {
      const context = contextOf(vehicle)
      steps = (steps + 1) % measuredEach
      if (steps > 0) return this.running.step(event, context)
      const started = performance.now()
      const hits = this.running.step(event, context)
      spentMs += performance.now() - started
      events += weightOf(event)
      return hits
    },
  }
}
