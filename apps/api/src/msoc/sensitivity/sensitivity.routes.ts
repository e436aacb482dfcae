import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import {
  getSensitivity,
  previewSensitivity,
  saveSensitivity,
} from '@carapace/shared/msoc/sensitivity/sensitivity.contract'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Database } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import {
  activeVehicles,
  goneAlerts,
  type Group,
  heldGroups,
  moreAlerts,
  otherAlerts,
  raisedGroups,
} from './preview.queries.ts'
import { sensitivityOf, type StoredSensitivity, writeSensitivity } from './sensitivity.queries.ts'

const dayMs = 86_400_000

/** How many false alerts of the CAN detectors an organisation accepts (rules SENSITIVITY-3 to SENSITIVITY-6). */
export async function sensitivityRoutes(app: FastifyInstance, { db }: { db: Database }): Promise<void> {
  serve(app, getSensitivity).with(async ({ caller: { org } }) => wire(await sensitivityOf(db, org)))

  serve(app, saveSensitivity).with(async ({ input, caller }) => {
    const { org } = caller
    const stored = await db.transaction(async (tx) => {
      const before = await sensitivityOf(tx, org)
      const after = await writeSensitivity(tx, org, {
        falseAlertsAtMost: input.false_alerts_at_most,
        revision: input.revision,
      })
      if (!after) throw new Failure('ROW_CHANGED')
      await audit(tx, org, byCaller(caller), {
        action: 'set detection sensitivity',
        subject: 'detection',
        before: { false_alerts_at_most: before.falseAlertsAtMost },
        after: { false_alerts_at_most: after.falseAlertsAtMost },
      })
      return after
    })
    return { success: true, ...wire(stored) }
  })

  serve(app, previewSensitivity).with(async ({ input, caller: { org } }) =>
    previewOf(db, org, input.false_alerts_at_most ?? null, input.days),
  )
}

function wire({ falseAlertsAtMost, revision }: StoredSensitivity) {
  return { false_alerts_at_most: falseAlertsAtMost, revision }
}

async function previewOf(db: Database, org: Org, atMost: number | null, days: number) {
  const trial = { since: new Date(Date.now() - days * dayMs), atMost }
  const groups = [...(await raisedGroups(db, org, trial)), ...(await heldGroups(db, org, trial))]
  return {
    vehicles: await activeVehicles(db, org, trial),
    ...sumOf(groups),
    detectors: [...Map.groupBy(groups, ({ rule }) => rule)]
      .map(([rule, some]) => ({ rule, ...sumOf(some) }))
      .sort((a, b) => b.raised.alerts + b.tried.alerts - (a.raised.alerts + a.tried.alerts)),
    by_day: [...Map.groupBy(groups, ({ day }) => day)]
      .map(([day, some]) => ({ day, raised: sumOf(some).raised.alerts, tried: sumOf(some).tried.alerts }))
      .sort((a, b) => (a.day < b.day ? -1 : 1)),
    gone: await goneAlerts(db, org, trial),
    more: await moreAlerts(db, org, trial),
    others: await otherAlerts(db, org, trial),
  }
}

function sumOf(groups: readonly Group[]) {
  const sum = (of: (group: Group) => number) => groups.reduce((total, group) => total + of(group), 0)
  return {
    raised: { alerts: sum(({ raised }) => raised), false_positives: sum(({ raisedFalse }) => raisedFalse) },
    tried: { alerts: sum((group) => group.tried), false_positives: sum(({ triedFalse }) => triedFalse) },
  }
}
