import type { Database } from '../../core/database.ts'
import type { Log } from '../../core/log.ts'
import { every } from '../jobs.ts'
import type { AllRules, OrgRules } from './org-rules.ts'
import { forgetLoads, type LoadRow, storeLoads } from './rules.queries.ts'

/** How often it is stored what the rules did and hold, ms (rule RULE-26). */
const storedEveryMs = 5_000

/** Starts to store what the rules of this process did and hold; returns a function that ends it. */
export function startLoads(deps: {
  readonly db: Database
  readonly rules: AllRules
  readonly log: Log
}): () => Promise<void> {
  const processName = crypto.randomUUID()
  return every(storedEveryMs, 'rule loads', deps, async ({ db, rules }) => {
    const all = [...rules.all()]
    if (all.length === 0) return
    for (const one of all) await storeLoads(db, one.org, processName, one.takePace(), rowsOf(one))
    await forgetLoads(db)
  })
}

function rowsOf({ set, running }: OrgRules): LoadRow[] {
  const loads = running.loads()
  const rows = set.rules.map(({ uuid, version }): LoadRow => {
    const { hits, lastHit, groups, entries, evicted } = loads.get(uuid)!
    return { rule: uuid, version, hits, last_hit: lastHit ?? null, groups, entries, evicted, fault: null }
  })
  const none = { hits: 0, last_hit: null, groups: 0, entries: 0, evicted: 0 }
  const faulty = [...set.faults].map(([uuid, fault]): LoadRow => {
    return { rule: uuid, version: set.versions.get(uuid)!, ...none, fault }
  })
  return [...rows, ...faulty]
}
