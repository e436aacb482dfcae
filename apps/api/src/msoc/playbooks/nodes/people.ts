import type { People } from '@carapace/shared/msoc/playbooks/node-settings'
import type { InputField } from '@carapace/shared/msoc/playbooks/playbook'
import type { NewNotification } from '../../../core/notifications.ts'
import { minutesFrom, type NodeResult, type NodeWork } from '../node-work.ts'
import { isNeedToKnow, membersNamed } from '../people.queries.ts'

/** The page of a run. */
export const pageOfRun = (uuid: string) => `/org/msoc/dashboard/playbooks/run?run=${uuid}`

/** The recipients of a notification: those named, or everybody with what the role may do. */
export function recipients(people: People): NewNotification['to'] {
  if (people.kind === 'members') return { users: people.uuids }
  return { permission: people.role === 'ADMIN' ? 'playbook-secrets.manage' : 'playbooks.approve' }
}

export async function approval(work: NodeWork): Promise<NodeResult> {
  const { input, now } = work
  const people = input['people'] as People
  const question = String(input['question'])
  const wake = await notifyWaiting(work, people, 'approval', question)
  return {
    kind: 'wait',
    waiting: { kind: 'approval', question, people, needed: Number(input['approvals']), approvals: [] },
    dueAt: minutesFrom(now, Number(input['expires_after_minutes'])),
    announce: wake,
  }
}

export async function form(work: NodeWork): Promise<NodeResult> {
  const { input, now } = work
  const people = input['people'] as People
  const question = String(input['question'])
  const wake = await notifyWaiting(work, people, 'form', question)
  return {
    kind: 'wait',
    waiting: { kind: 'form', question, people, fields: input['fields'] as InputField[] },
    dueAt: minutesFrom(now, Number(input['expires_after_minutes'])),
    announce: wake,
  }
}

/** Notifies those for whom a step waits; who started the run cannot approve it, and is left out. */
async function notifyWaiting(
  work: NodeWork,
  people: People,
  kind: 'approval' | 'form',
  question: string,
): Promise<() => void> {
  const { run, stepUuid } = work
  const isHidden = (await hiddenCaseOf(work)) !== undefined
  const to = recipients(people)
  // they are asked whether they see the case or not, but the chats of the organisation are not
  return add(work, {
    kind: `playbook-${kind}`,
    urgency: 'high',
    title: kind === 'approval' ? `${run.playbook} waits for approval` : `${run.playbook} asks for an answer`,
    text: question,
    href: pageOfRun(run.uuid),
    to: isHidden ? { users: await membersNamed(work.tx, work.org, to, undefined) } : to,
    dedupKey: stepUuid,
    ...(kind === 'approval' && run.startedByUuid !== null && { except: run.startedByUuid }),
  })
}

export async function notify(work: NodeWork): Promise<NodeResult> {
  const { run, input } = work
  const to = recipients(input['people'] as People)
  const hidden = await hiddenCaseOf(work)
  const wake = await add(work, {
    kind: 'playbook',
    urgency: input['urgency'] as NewNotification['urgency'],
    title: String(input['title']).slice(0, 200) || run.playbook,
    text: String(input['text']),
    href: pageOfRun(run.uuid),
    to: hidden === undefined ? to : { users: await membersNamed(work.tx, work.org, to, hidden) },
  })
  return { kind: 'done', port: 'next', announce: wake }
}

/** The need-to-know case that a run is about. */
async function hiddenCaseOf({ tx, org, run }: NodeWork): Promise<string | undefined> {
  const uuid = run.subjectKind === 'case' ? run.subjectUuid : null
  return uuid !== null && (await isNeedToKnow(tx, org, uuid)) ? uuid : undefined
}

async function add({ tx, org, deps: { services } }: NodeWork, notification: NewNotification): Promise<() => void> {
  await services.notifications?.add(tx, org, notification)
  return () => services.notifications?.wake(org)
}
