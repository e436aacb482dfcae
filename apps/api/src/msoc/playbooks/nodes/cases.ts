import type { Org } from '@carapace/shared/core/owned'
import type { Publisher } from '@carapace/shared/core/bus/bus'
import type { Resolution } from '@carapace/shared/msoc/alerts/alerts'
import type { CaseStage } from '@carapace/shared/msoc/cases/cases'
import type { Severity } from '@carapace/shared/msoc/severity'
import { normalise } from '@carapace/shared/msoc/observables/normalise'
import { observableTypes } from '@carapace/shared/msoc/observables/observables'
import { announceChanges, topics } from '@carapace/shared/msoc/topics'
import { actorOf } from '../../../core/http/caller.ts'
import { alertByUuid } from '../../alerts/alerts.queries.ts'
import { casesByUuid } from '../../cases/cases.queries.ts'
import { relinkAlerts } from '../../cases/linking.ts'
import { addLink } from '../../cases/links.ts'
import type { CaseWrite } from '../../cases/locking.ts'
import { writeTask } from '../../cases/tasks.ts'
import { changeCase, commentOnCase, openCase } from '../../cases/writes.ts'
import { addObservables, plainObservable } from '../../observables/adding.ts'
import { type NodeResult, type NodeWork, refused, textIn, uuidIn } from '../node-work.ts'

/** Opens a case over the alert; if it is in an open case already, that one is returned. */
export async function createCase(work: NodeWork): Promise<NodeResult> {
  const { tx, org, caller } = work
  const alert = await alertByUuid(tx, org, uuidIn(work, 'alert'))
  if (!alert) throw refused('This alert does not exist.')
  if (alert.case_uuid !== null) {
    const known = (await casesByUuid(tx, org, [alert.case_uuid], caller.user)).get(alert.case_uuid)
    if (known && known.stage !== 'CLOSED') return found(known.uuid, known.number)
  }
  const write = await openCase(tx, caller, { title: textIn(work, 'title', 200), alert_uuids: [alert.uuid] })
  const { number } = (await casesByUuid(tx, org, [write.uuid], caller.user)).get(write.uuid)!
  return written(work, write, { case_uuid: write.uuid, number, created: true })
}

function found(uuid: string, number: number): NodeResult {
  return { kind: 'done', port: 'next', output: { case_uuid: uuid, number, created: false } }
}

export async function linkAlert(work: NodeWork): Promise<NodeResult> {
  const { tx, caller } = work
  const write = await relinkAlerts(tx, caller, { uuid: uuidIn(work, 'case'), add: [uuidIn(work, 'alert')], remove: [] })
  return written(work, write, { linked: write.seq !== undefined })
}

export async function commentCase(work: NodeWork): Promise<NodeResult> {
  const text = textIn(work, 'text', 10_000)
  return written(work, await commentOnCase(work.tx, work.caller, { uuid: uuidIn(work, 'case'), text }), {})
}

export async function updateCase(work: NodeWork): Promise<NodeResult> {
  const { tx, org, caller, input } = work
  const uuid = uuidIn(work, 'case')
  const known = (await casesByUuid(tx, org, [uuid], caller.user)).get(uuid)
  if (!known) throw refused('This case does not exist.')
  const stage = input['stage'] as CaseStage | undefined
  const closing = stage === 'CLOSED' ? (input['close_alerts'] as Resolution | undefined) : undefined
  const write = await changeCase(tx, caller, {
    uuid,
    revision: known.revision,
    ...(stage !== undefined && { stage }),
    ...(input['severity'] !== undefined && { severity: input['severity'] as Severity }),
    ...(typeof input['owner'] === 'string' && { owner: input['owner'] }),
    ...(closing !== undefined && { close_alerts: closing }),
  })
  return written(work, write, { stage: stage ?? known.stage })
}

export async function addTask(work: NodeWork): Promise<NodeResult> {
  const { tx, caller, deps, input } = work
  const fields = {
    case_uuid: uuidIn(work, 'case'),
    title: textIn(work, 'title', 200),
    description: String(input['description'] ?? ''),
  }
  const write = await writeTask(tx, caller, fields, deps.services.notifications)
  return written(work, write, { task_uuid: write.task })
}

/** Adds an observable, and links the case with it if one is named. */
export async function addObservable(work: NodeWork): Promise<NodeResult> {
  const { tx, org, caller, input } = work
  const type = observableTypes.find((one) => one === textIn(work, 'kind', 40))
  if (!type) throw refused(`"kind" is none of ${observableTypes.join(', ')}.`)
  const normal = normalise(type, textIn(work, 'value', 500))
  if (!normal.ok) throw refused(`"value": ${normal.reason}`)
  const row = { ...plainObservable, type, value: normal.value }
  const { stored } = await addObservables(tx, org, [row], { source: 'manual', author: actorOf(caller) })
  const observable = stored[0]!.uuid
  if (String(input['case'] ?? '') === '') return { kind: 'done', port: 'next', output: { observable_uuid: observable } }
  const link = {
    case_uuid: uuidIn(work, 'case'),
    kind: 'observable',
    target_uuid: observable,
    target: '',
    title: '',
    note: '',
  } as const
  return written(work, await addLink(tx, caller, link), { observable_uuid: observable })
}

function written({ deps, org }: NodeWork, write: CaseWrite, output: unknown): NodeResult {
  return { kind: 'done', port: 'next', output, announce: () => announceCase(deps.publisher, org, write) }
}

function announceCase(publisher: Publisher, org: Org, { health, seq }: CaseWrite): void {
  publisher.publish(topics.health(org.uuid), health)
  if (seq !== undefined) announceChanges(publisher, org.uuid, seq)
}
