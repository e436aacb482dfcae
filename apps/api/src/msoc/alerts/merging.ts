import type { Actor } from '@carapace/shared/core/actor'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { identityOf } from '@carapace/shared/msoc/alerts/alerts'
import { planMerge, planUnmerge, whyNotMerged } from '@carapace/shared/msoc/alerts/merge'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Tx } from '../../core/db.ts'
import { actorOf, type Caller } from '../../core/http/caller.ts'
import { type AlertNews, applyPlans, lockAlerts, type LockedAlert, openTwins, type Planned } from './alerts.queries.ts'
import { countParts, wholesOf, withPartsAmong } from './merge.queries.ts'

/** Maximum alerts of one merge that are named in the activity of the alert into which they are merged. */
const numbersRecorded = 20

/** The alerts that a merge changed, and the news for viewers. */
interface Merged {
  readonly changed: readonly LockedAlert[]
  readonly news: AlertNews
}

/**
 * Merges alerts into another one (rule ALERT-12).
 *
 * @throws Failure if one of them does not exist, is not open, or has parts of its own.
 */
export async function mergeInto(tx: Tx, caller: Caller, uuids: readonly string[], into: string): Promise<Merged> {
  const { org, user } = caller
  const named = [...new Set(uuids)]
  const locked = await lockAlerts(tx, org, user.uuid, { uuids: [...named, into] })
  const whole = locked.find(({ uuid }) => uuid === into)
  const parts = locked.filter(({ uuid }) => named.includes(uuid))
  if (!whole || parts.length < named.length) throw new Failure('NOT_FOUND')
  const [withParts, before] = [await withPartsAmong(tx, org, named), await countParts(tx, org, into)]
  const message = whyNotMerged(parts, whole, withParts, before)
  if (message !== undefined) throw new Failure('RULE_REFUSED', { message })

  const now = new Date()
  const plans = parts.map((alert): Planned => {
    const { set, change } = planMerge(alert, whole, now)
    return { alert, set, changes: [change] }
  })
  const detail = { alerts: parts.length, numbers: numbersOf(parts) }
  const news = await apply(tx, org, actorOf(caller), [
    ...plans,
    { alert: whole, set: {}, changes: [{ kind: 'merge', detail }] },
  ])
  await audit(tx, org, byCaller(caller), {
    action: 'merge alerts',
    subject: 'alert',
    subjectUuid: into,
    before: null,
    after: { merged: named },
  })
  return { changed: parts, news }
}

/** Takes merged alerts out again (rule ALERT-13). Others stay as they are and are not returned. */
export async function unmerge(tx: Tx, caller: Caller, uuids: readonly string[]): Promise<Merged & { from: string[] }> {
  const { org, user } = caller
  const wholeOf = await wholesOf(tx, org, uuids)
  const from = [...new Set(wholeOf.values())]
  const locked = await lockAlerts(tx, org, user.uuid, { uuids: [...uuids, ...from] })
  const wholes = new Map(locked.map((alert) => [alert.uuid, alert]))
  const parts = await unmergeable(
    tx,
    org,
    // another analyst may have merged it again before it was locked
    locked.filter(({ uuid, mergedIntoUuid }) => mergedIntoUuid !== null && wholeOf.get(uuid) === mergedIntoUuid),
  )
  const plans = parts.map((alert): Planned => {
    const { set, change } = planUnmerge(alert, wholes.get(alert.mergedIntoUuid ?? ''))
    return { alert, set, changes: [change] }
  })
  const left = Map.groupBy(parts, ({ mergedIntoUuid }) => mergedIntoUuid ?? '')
  const wholePlans = [...left].flatMap(([uuid, some]): Planned[] => {
    const alert = wholes.get(uuid)
    const detail = { alerts: some.length, numbers: numbersOf(some) }
    return alert ? [{ alert, set: {}, changes: [{ kind: 'unmerge', detail }] }] : []
  })
  const news = await apply(tx, org, actorOf(caller), [...plans, ...wholePlans])
  if (parts.length > 0)
    await audit(tx, org, byCaller(caller), {
      action: 'unmerge alerts',
      subject: 'alert',
      before: { from },
      after: { unmerged: parts.map(({ uuid }) => uuid) },
    })
  return { changed: parts, news, from }
}

/** The merged ones, without those whose condition has raised another alert that is open. */
async function unmergeable(tx: Tx, org: Org, locked: readonly LockedAlert[]): Promise<LockedAlert[]> {
  const merged = locked.filter(({ status }) => status === 'MERGED')
  const twins = await openTwins(
    tx,
    org,
    merged.filter(({ mergeOpen }) => !mergeOpen),
  )
  return merged.filter((alert) => {
    if (alert.mergeOpen) return true
    const isFree = !twins.has(identityOf(alert))
    twins.add(identityOf(alert))
    return isFree
  })
}

async function apply(tx: Tx, org: Org, actor: Actor, plans: readonly Planned[]): Promise<AlertNews> {
  return plans.length === 0 ? { health: [], seq: undefined } : applyPlans(tx, org, actor, plans)
}

function numbersOf(some: readonly LockedAlert[]): number[] {
  return some.slice(0, numbersRecorded).map(({ number }) => number)
}
