import type { Publisher } from '@carapace/shared/core/bus/bus'
import type { Org } from '@carapace/shared/core/owned'
import { AlertFilter, type AlertUpdate } from '@carapace/shared/msoc/alerts/alerts.contract'
import { audit } from '../../account/sign-in/sessions.queries.ts'
import type { Caller } from '../../core/http/caller.ts'
import type { Tx } from '../../core/db.ts'
import { jobKind, type Jobs } from '../../core/jobs/jobs.ts'
import { announceAlerts } from './announce.ts'
import { requestedOwner, planUpdates } from './plans.ts'
import { applyPlans, lockAlerts, type LockedAlert } from './alerts.queries.ts'
import { keepUndos } from './bulk-undo.queries.ts'
import { countFrozen, type Frozen, nextFrozen, numberNow, type Place, stillFrozen } from './bulk-update.queries.ts'

/** Alerts per part of the job: ingest waits at most for the locks of one part. */
const alertsAtOnce = 500
export const bulkUpdateKind = 'alerts.update'

interface Input {
  readonly query: unknown
  readonly change: AlertUpdate
  readonly up_to: number
}

interface Checkpoint {
  readonly after: Place | undefined
}

/** Adds a job that changes all alerts that match the filter now, however many. */
export async function addBulkUpdate(
  tx: Tx,
  jobs: Jobs,
  caller: Caller,
  { query, change }: { query: AlertFilter; change: AlertUpdate },
) {
  await requestedOwner(tx, caller.org, caller.user.uuid, change)
  const upTo = await numberNow(tx, caller.org)
  const total = await countFrozen(tx, caller.org, { filter: query, me: caller.user.uuid, upTo })
  return jobs.add(tx, caller, {
    kind: bulkUpdateKind,
    title: titleOf(change, total),
    total,
    input: { query, change, up_to: upTo } satisfies Input,
  })
}

/**
 * Changes alerts in the order in which they were raised, which no change affects (rules BULK-1 to BULK-3 of
 * packages/shared/src/msoc/SPEC.md).
 */
export const bulkUpdates = (publisher: Publisher) =>
  jobKind<Input, Checkpoint>({
    kind: bulkUpdateKind,
    licence: 'MSOC',
    async doPart({ tx, org, jobUuid, actor, input: { query, change, up_to: upTo }, checkpoint }) {
      const frozen: Frozen = { filter: AlertFilter.parse(query), me: actor.uuid, upTo }
      const found = await nextFrozen(tx, org, frozen, checkpoint?.after, alertsAtOnce)
      const locked = await lockFound(tx, org, frozen, found)
      const plans = await planUpdates(tx, org, actor.uuid, locked, change)
      const news = await applyPlans(tx, org, actor, plans)
      await keepUndos(tx, org, jobUuid, plans)
      if (plans.length > 0)
        await audit(
          tx,
          org,
          { ...actor, address: null },
          { action: 'update alerts', subject: 'alert', after: { change, alerts: plans.length } },
        )
      const planned = new Set(plans.map(({ alert }) => alert.uuid))
      const refused = locked.filter(
        (alert) => !planned.has(alert.uuid) && isOver(alert) && alert.status !== change.status,
      ).length
      return {
        checkpoint: { after: found.at(-1) ?? checkpoint?.after },
        finished: found.length < alertsAtOnce,
        done: locked.length,
        outcome: { updated: plans.length, unchanged: locked.length - plans.length - refused, refused },
        announce: () => announceAlerts(publisher, org, news),
      }
    },
  })

async function lockFound(tx: Tx, org: Org, frozen: Frozen, found: readonly Place[]): Promise<LockedAlert[]> {
  const uuids = found.map(({ uuid }) => uuid)
  const locked = await lockAlerts(tx, org, frozen.me, { uuids })
  const still = await stillFrozen(tx, org, frozen, uuids)
  return locked.filter(({ uuid }) => still.has(uuid))
}

function isOver({ status }: LockedAlert): boolean {
  return status === 'CLOSED' || status === 'MERGED'
}

function titleOf(change: AlertUpdate, total: number): string {
  const alerts = `${total.toLocaleString('en')} ${total === 1 ? 'alert' : 'alerts'}`
  if (change.status === 'CLOSED') return `Close ${alerts}`
  if (change.acknowledge === true) return `Acknowledge ${alerts}`
  if (change.owner !== undefined) return `${change.owner === null ? 'Take the owner off' : 'Assign'} ${alerts}`
  return `${change.tags ? 'Tag' : 'Update'} ${alerts}`
}
