import type { Org } from '@carapace/shared/core/owned'
import type { RuleHitFound } from '@carapace/shared/msoc/rules/hits'
import type { Log } from '../../core/log.ts'
import type { Vehicle } from '../detect/fleet-facts.ts'
import type { Item } from '../item.ts'
import type { AllRules, OrgRules } from './org-rules.ts'

/** A hit with the vehicle that it is about; undefined: it is about the fleet. */
export type RaiseHit = (org: Org, vehicle: Vehicle | undefined, hit: RuleHitFound) => void

/** Events may come this late before the end of a timespan is decided without them, ms. */
const decidedAfterMs = 60_000
/** Groups that are over are kept this long for events that come late, ms. */
const forgottenAfterMs = 60 * 60_000

/**
 * Passes the items of a batch through the rules of their organisations, in order, and ends timespans that are over by
 * the time of the batch's newest event (rules RULE-22, RULE-25).
 */
export function createRuleSteps(rules: AllRules, log: Log, raise: RaiseHit) {
  const stepped = new Map<string, Stepped>()
  let last: Stepped | undefined

  /** Items of one organisation come one after the other. */
  function steppedOf(org: Org): Stepped {
    if (last?.org === org) return last
    last = stepped.get(org.uuid) ?? begun(org)
    stepped.set(org.uuid, last)
    return last
  }

  function begun(org: Org): Stepped {
    const mine = rules.of(org)
    if (mine !== undefined) rules.begin(org)
    return { org, mine, newest: -Infinity }
  }

  /** A bug of ours must not stop the storing: it is logged, and the organisation's rules begin without memory. */
  function fail(one: Stepped, error: unknown): void {
    log.error({ err: error, organisation: one.org.uuid }, 'the rules of an organisation failed')
    one.mine = undefined
    rules.restart(one.org)
  }

  return {
    step({ org, vehicle, event }: Item): void {
      const one = steppedOf(org)
      if (one.mine === undefined) return
      if (event.ts > one.newest) one.newest = event.ts
      try {
        for (const hit of one.mine.step(vehicle, event)) raise(org, hit.vin === '' ? undefined : vehicle, hit)
      } catch (error) {
        fail(one, error)
      }
    },
    /** `find` returns a vehicle in memory by its VIN. */
    end(now: number, find: (org: Org, vin: string) => Vehicle | undefined): void {
      for (const one of stepped.values()) {
        if (one.mine === undefined) continue
        const time = Math.min(now, one.newest)
        try {
          for (const hit of one.mine.running.advance(time - decidedAfterMs, time - forgottenAfterMs))
            raise(one.org, find(one.org, hit.vin), hit)
        } catch (error) {
          fail(one, error)
        }
      }
    },
  }
}

/** An organisation in a batch. */
interface Stepped {
  readonly org: Org
  /** Undefined: it has no rules, or they failed. */
  mine: OrgRules | undefined
  /** The time of its newest event, epoch ms. */
  newest: number
}
