import type { Publisher } from '@carapace/shared/core/bus/bus'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import type { AlertUpdate } from '@carapace/shared/msoc/alerts/alerts.contract'
import { undoOf } from '@carapace/shared/msoc/alerts/undo'
import { audit } from '../../account/sign-in/sessions.queries.ts'
import type { Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import { jobKind, type Jobs } from '../../core/jobs/jobs.ts'
import { applyPlans, lockAlerts, type LockedAlert, type Planned } from './alerts.queries.ts'
import { announceAlerts } from './announce.ts'
import { clearUndos, countUndos, jobToUndo, stateOf, takeUndos } from './bulk-undo.queries.ts'
import { bulkUpdateKind } from './bulk-update.ts'
import { planUpdates } from './plans.ts'

/** Alerts per part of the job: ingest waits at most for the locks of one part. */
const alertsAtOnce = 500
const kind = 'alerts.undo'

interface Input {
  /** The bulk update to undo. */
  readonly job: string
}

/**
 * Adds a job that undoes a bulk update.
 *
 * @throws Failure if there is no such job, it goes on, or nothing can be undone.
 */
export async function addBulkUndo(tx: Tx, jobs: Jobs, caller: Caller, { job }: Input) {
  const found = await jobToUndo(tx, caller.org, job, bulkUpdateKind)
  if (!found) throw new Failure('NOT_FOUND')
  if (found.isUnfinished) throw new Failure('RULE_REFUSED', { message: 'This job still runs. Cancel it first.' })
  const total = await countUndos(tx, caller.org, job)
  if (total === 0)
    throw new Failure('RULE_REFUSED', {
      message: 'Nothing of this job can be undone: it changed nothing, was undone already, or ended over a day ago.',
    })
  return jobs.add(tx, caller, { kind, title: `Undo: ${found.title}`, total, input: { job } satisfies Input })
}

/** Gives alerts the state that they had before a bulk update (rule BULK-10 of packages/shared/src/msoc/SPEC.md). */
export const bulkUndos = (publisher: Publisher) =>
  jobKind<Input, true>({
    kind,
    licence: 'MSOC',
    clear: clearUndos,
    async doPart({ tx, org, actor, input: { job } }) {
      const undos = await takeUndos(tx, org, job, alertsAtOnce)
      const { same, changed } = await lockUnchanged(tx, org, actor.uuid, undos)
      const plans = await planUndos(tx, org, actor.uuid, same)
      const news = await applyPlans(tx, org, actor, plans)
      if (plans.length > 0)
        await audit(
          tx,
          org,
          { ...actor, address: null },
          { action: 'undo update of alerts', subject: 'alert', after: { job, alerts: plans.length } },
        )
      return {
        checkpoint: true as const,
        finished: undos.length < alertsAtOnce,
        done: undos.length,
        outcome: { restored: plans.length, changed_meanwhile: changed, refused: same.length - plans.length },
        announce: () => announceAlerts(publisher, org, news),
      }
    },
  })

type Undos = Awaited<ReturnType<typeof takeUndos>>

interface Restorable {
  readonly alert: LockedAlert
  readonly before: Undos[number]['before']
}

/** Locks the alerts; those that somebody has changed since the update are only counted. */
async function lockUnchanged(tx: Tx, org: Org, me: string, undos: Undos) {
  const undoOfAlert = new Map(undos.map((undo) => [undo.alertUuid, undo]))
  const locked = undos.length === 0 ? [] : await lockAlerts(tx, org, me, { uuids: [...undoOfAlert.keys()] })
  const same = locked.flatMap((alert): Restorable[] => {
    const { revision, before } = undoOfAlert.get(alert.uuid)!
    return alert.revision === revision ? [{ alert, before }] : []
  })
  return { same, changed: undos.length - same.length }
}

async function planUndos(tx: Tx, org: Org, me: string, restorable: readonly Restorable[]): Promise<Planned[]> {
  const plans: Planned[] = []
  const changes = restorable.map(({ alert, before }) => ({ alert, change: undoOf(before, stateOf(alert)) }))
  for (const [, alike] of Map.groupBy(changes, ({ change }) => JSON.stringify(change)))
    plans.push(...(await planAlike(tx, org, me, alike)))
  return plans
}

interface Change {
  readonly alert: LockedAlert
  readonly change: AlertUpdate | undefined
}

/** An alert whose owner has left the organisation is left as it is. */
async function planAlike(tx: Tx, org: Org, me: string, alike: readonly Change[]): Promise<Planned[]> {
  const change = alike[0]?.change
  if (change === undefined) return []
  const locked = alike.map(({ alert }) => alert)
  return planUpdates(tx, org, me, locked, change).catch((problem: unknown) => {
    if (problem instanceof Failure) return []
    throw problem
  })
}
