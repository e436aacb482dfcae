import type { AlertUpdate } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { Resolution } from '@carapace/shared/msoc/alerts/alerts'
import { audit, byCaller } from '../../../account/sign-in/sessions.queries.ts'
import { actorOf } from '../../../core/http/caller.ts'
import { applyPlans, lockAlerts, type LockedAlert } from '../../alerts/alerts.queries.ts'
import { announceAlerts } from '../../alerts/announce.ts'
import { addStep } from '../../alerts/pipeline/adding-step.ts'
import { settleOpenAlerts } from '../../alerts/pipeline/settle.ts'
import { planUpdates } from '../../alerts/plans.ts'
import { minutesFrom, type NodeResult, type NodeWork, refused, textIn, uuidIn } from '../node-work.ts'

export async function assignAlert(work: NodeWork): Promise<NodeResult> {
  const owner = (work.input['owner'] as string | null | undefined) ?? null
  return changed(work, () => ({ owner }), { owner })
}

export async function tagAlert(work: NodeWork): Promise<NodeResult> {
  const wanted = work.input['tags'] as string[]
  const all = ({ tags }: LockedAlert) => [...new Set([...tags, ...wanted.map((tag) => tag.slice(0, 40))])].slice(0, 20)
  return changed(work, (alert) => ({ tags: all(alert) }), { tags: wanted })
}

export async function acknowledgeAlert(work: NodeWork): Promise<NodeResult> {
  return changed(work, () => ({ acknowledge: true }), { status: 'ACKNOWLEDGED' })
}

export async function setAlertStatus(work: NodeWork): Promise<NodeResult> {
  const status = work.input['status'] as 'IN_PROGRESS' | 'PENDING'
  return changed(work, () => ({ status }), { status })
}

export async function closeAlert(work: NodeWork): Promise<NodeResult> {
  const resolution = work.input['resolution'] as Resolution
  return changed(work, () => ({ status: 'CLOSED', resolution }), { status: 'CLOSED' })
}

/** Changes one alert as a member would; an alert that is as it should be already stays untouched. */
async function changed(
  work: NodeWork,
  changeOf: (alert: LockedAlert) => AlertUpdate,
  output: unknown,
): Promise<NodeResult> {
  const { tx, org, caller, deps } = work
  const [alert] = await lockAlerts(tx, org, caller.user.uuid, { uuids: [uuidIn(work, 'alert')] })
  if (!alert) throw refused('This alert does not exist.')
  const change = changeOf(alert)
  const plans = await planUpdates(tx, org, caller.user.uuid, [alert], change)
  if (plans.length === 0) return { kind: 'done', port: 'next', output }
  const news = await applyPlans(tx, org, actorOf(caller), plans)
  await audit(tx, org, byCaller(caller), {
    action: 'update alerts',
    subject: 'alert',
    subjectUuid: alert.uuid,
    after: { change, run: work.run.uuid },
  })
  return { kind: 'done', port: 'next', output, announce: () => announceAlerts(deps.publisher, org, news) }
}

/** Adds a silence or a maintenance window to the alert pipeline. */
export async function silenceAlerts(work: NodeWork): Promise<NodeResult> {
  const { tx, org, caller, deps, input, now } = work
  const kind = input['kind'] as 'silence' | 'maintenance'
  const vin = String(input['vin'] ?? '').trim()
  const rule = kind === 'silence' ? String(input['rule'] ?? '').trim() : ''
  if (vin === '' && rule === '') throw refused('Name a vehicle or a rule: a silence of all alerts is refused.')
  if (vin === '' && kind === 'maintenance') throw refused('A maintenance window needs a vehicle.')
  const until = minutesFrom(now, Number(input['hours']) * 60)
  const step = await addStep(
    tx,
    caller,
    {
      kind,
      matchers: { ...(vin !== '' && { vehicles: [vin] }), ...(rule !== '' && { rules: [rule] }) },
      inhibitors: null,
      assignment: null,
      escalation: null,
      startsAt: now,
      endsAt: until,
      reason: textIn(work, 'reason', 500),
    },
    undefined,
  )
  const news = await settleOpenAlerts(tx, caller, step)
  return {
    kind: 'done',
    port: 'next',
    output: { step_uuid: step.uuid, until: until.toISOString() },
    announce: () => announceAlerts(deps.publisher, org, news),
  }
}
