import type { Alert, AlertChange } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { AnalystApi } from './analyst-api.ts'
import { caseTextOf, firstCommentMs, nextStep, onDuty, resolutionOf, type Step } from './triage.ts'

export interface Analyst {
  readonly name: string
  readonly api: AnalystApi
}

/**
 * Called after each action on a history, with the time at which it would have happened. While there is only a history,
 * nobody else can have worked on its alerts.
 */
export type Recorded = (at: number, done: { readonly alert: string } | { readonly case: string }) => Promise<void>

/**
 * Does everything with the open alerts that is due at `now`, in the order of time. An alert on which anybody else has
 * worked is left to them.
 */
export async function workDue(
  analysts: readonly Analyst[],
  now: number,
  signal: AbortSignal,
  recorded?: Recorded,
): Promise<void> {
  const waiting = new Map<Alert, number>()
  const wait = (alert: Alert) => {
    const step = nextStep(alert, now)
    if (isDue(step, now)) waiting.set(alert, step.at)
  }
  for (const alert of await analysts[0]!.api.openAlerts()) wait(alert)
  while (waiting.size > 0) {
    signal.throwIfAborted()
    const [alert] = [...waiting].reduce((first, one) => (one[1] < first[1] ? one : first))
    waiting.delete(alert)
    const after = await workOn(analysts, alert, now, recorded)
    if (after) wait(after)
  }
}

const isDue = (step: Step | undefined, now: number): step is Step => step !== undefined && step.at <= now

/** Detection, evidence and the analysts themselves: changes by anybody else are a visitor's. */
export function isOurs(changes: readonly Pick<AlertChange, 'actor'>[], analysts: readonly Pick<Analyst, 'name'>[]) {
  const ours = new Set(['Detection', 'Evidence', ...analysts.map(({ name }) => name)])
  return changes.every(({ actor }) => ours.has(actor))
}

/** Takes the alert's next step, if that is still due and theirs; returns the alert after it. */
async function workOn(
  analysts: readonly Analyst[],
  listed: Alert,
  now: number,
  recorded: Recorded | undefined,
): Promise<Alert | undefined> {
  const alert = recorded ? listed : await current(analysts, listed)
  const step = alert && nextStep(alert, now)
  if (!alert || !isDue(step, now)) return undefined
  const { api } = analysts.find(({ name }) => name === alert.owner?.name) ?? onDuty(analysts, step.at)
  const after = await take(step, alert, api, recorded)
  await recorded?.(step.at, { alert: alert.uuid })
  return after
}

async function current(analysts: readonly Analyst[], { uuid }: Alert): Promise<Alert | undefined> {
  const { alert, changes } = await analysts[0]!.api.alert(uuid)
  return isOurs(changes, analysts) ? alert : undefined
}

async function take(
  { kind, at }: Step,
  alert: Alert,
  api: AnalystApi,
  recorded?: Recorded,
): Promise<Alert | undefined> {
  switch (kind) {
    case 'acknowledge':
      return api.update(alert.uuid, { acknowledge: true, owner: 'me' })
    case 'begin':
      return api.update(alert.uuid, { status: 'IN_PROGRESS' })
    case 'close':
      return api.update(alert.uuid, { status: 'CLOSED', resolution: resolutionOf(alert) })
    case 'open case':
      await openCase(at, alert, api, recorded)
      return (await api.alert(alert.uuid)).alert
    case 'close case':
      await closeCase(at, alert, api, recorded)
      return undefined
  }
}

async function openCase(at: number, alert: Alert, api: AnalystApi, recorded?: Recorded): Promise<void> {
  const { title, first } = caseTextOf(alert)
  const { uuid } = await api.openCase(title, [alert.uuid])
  await api.changeCase(uuid, { stage: 'IN_PROGRESS' })
  await recorded?.(at, { case: uuid })
  await api.comment(uuid, first)
  await recorded?.(at + firstCommentMs, { case: uuid })
}

async function closeCase(at: number, alert: Alert, api: AnalystApi, recorded?: Recorded): Promise<void> {
  const uuid = alert.case_uuid!
  await api.comment(uuid, caseTextOf(alert).last)
  await api.changeCase(uuid, { stage: 'CLOSED', close_alerts: resolutionOf(alert) })
  await recorded?.(at, { case: uuid })
}
