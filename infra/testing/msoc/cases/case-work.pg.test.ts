import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { lockSeenCases } from '@carapace/api/src/msoc/cases/writes.queries.ts'
import { bulkUpdateCases, splitCase } from '@carapace/shared/msoc/cases/case-actions.contract'
import { addCaseLink, removeCaseLink, similarCases } from '@carapace/shared/msoc/cases/case-links.contract'
import {
  deleteCaseField,
  deleteCaseStatus,
  deleteCaseTemplate,
  getCaseSettings,
  saveCaseField,
  saveCaseStatus,
  saveCaseTemplate,
} from '@carapace/shared/msoc/cases/case-settings.contract'
import { orderStory, saveStoryEntry } from '@carapace/shared/msoc/cases/case-story.contract'
import {
  deleteCaseTask,
  listMyTasks,
  orderCaseTasks,
  saveCaseTask,
} from '@carapace/shared/msoc/cases/case-tasks.contract'
import { caseBoard, createCase, listCases, updateCase } from '@carapace/shared/msoc/cases/cases.contract'
import { startInstallation } from '../../support/installation.ts'
import { caseCalls } from './case-calls.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { ADMIN: admin, ANALYST: analyst, VIEWER: viewer } = alpha.members
const { token } = analyst
const { opened, got, raised, untilWaiting } = caseCalls(site, alpha)

const template = {
  name: 'Spoofing',
  title: 'Spoofed frames',
  severity: 'critical' as const,
  tlp: 'RED' as const,
  pap: null,
  tags: ['spoofing'],
  description: 'Ask the **supplier**.',
  tasks: [{ title: 'Keep the frames', description: '', checklist: ['Capture', 'Hash'], due_minutes: 30 }],
  fields: {},
  sla: { critical: { acknowledge: 15, resolve: 240 } },
}

test('[CASE-12] a case takes from its template what its request does not give', async () => {
  const { template: saved } = await site.request(token, saveCaseTemplate, template)
  const { case: made } = await site.request(token, createCase, {
    title: 'Spoofed on the highway',
    alert_uuids: [],
    template_uuid: saved.uuid,
    tlp: 'GREEN',
  })
  const { case: one, tasks } = await got(made.uuid)
  expect(one).toMatchObject({
    severity: 'critical',
    tlp: 'GREEN',
    pap: 'AMBER',
    tags: ['spoofing'],
    description: template.description,
    template: { uuid: saved.uuid, name: 'Spoofing' },
    tasks: { total: 1, done: 0, overdue: 0 },
    timers: { sla: 'running', ttd_ms: null },
  })
  const opening = Date.parse(one.created_at)
  expect(Date.parse(one.timers.resolve_due_at!) - opening).toBe(240 * 60_000)
  expect(Date.parse(tasks[0]!.due_at!) - opening).toBe(30 * 60_000)
  expect(tasks[0]!.checklist).toEqual([
    { text: 'Capture', done: false },
    { text: 'Hash', done: false },
  ])

  await site.request(token, saveCaseTemplate, { ...template, uuid: saved.uuid, revision: 1, sla: {} })
  expect((await got(made.uuid)).case.timers.sla).toBe('running')
  expect((await site.refusal(token, saveCaseTemplate, template)).errors).toHaveProperty('name')
  expect((await site.refusal(viewer.token, saveCaseTemplate, { ...template, name: 'x' })).code).toBe('ROLE_REQUIRED')
})

test('[CASE-7] a case without alerts begins with medium', async () => {
  const { case: made } = await site.request(token, createCase, { title: 'By phone', alert_uuids: [] })
  expect(made).toMatchObject({ severity: 'medium', alerts: 0, tlp: 'AMBER', need_to_know: false })
})

test('[CASE-10] a status sets its stage, is a column of the board, and leaves the stage when deleted', async () => {
  const { status } = await site.request(token, saveCaseStatus, {
    name: 'Waiting for the supplier',
    stage: 'IN_PROGRESS',
    colour: 'violet',
  })
  const { uuid } = await opened(1, { title: 'Waits' })
  const { case: changed } = await site.request(token, updateCase, { uuid, revision: 1, status: status.uuid })
  expect(changed).toMatchObject({ stage: 'IN_PROGRESS', status: { name: 'Waiting for the supplier' } })
  expect(changed.timers.tta_ms).not.toBeNull()
  const { columns } = await site.request(token, caseBoard, { q: 'Waits' })
  expect(columns.find((column) => column.status?.uuid === status.uuid)!.cases.map((one) => one.uuid)).toEqual([uuid])
  expect((await site.request(token, listCases, { status: [status.uuid] })).total).toBe(1)
  const wrong = { uuid, revision: 2, status: status.uuid, stage: 'NEW' }
  expect((await site.refusal(token, updateCase, wrong)).status).toBe(400)

  const moved = { uuid: status.uuid, revision: 1, name: 'Waiting', stage: 'NEW', colour: 'violet' }
  expect((await site.refusal(token, saveCaseStatus, moved)).message).toContain('its stage stays')
  await site.request(token, deleteCaseStatus, { uuid: status.uuid, revision: 1 })
  expect((await got(uuid)).case).toMatchObject({ stage: 'IN_PROGRESS', status: null })
})

test('[CASE-11] values of fields follow their types, and go with the field', async () => {
  const { field } = await site.request(token, saveCaseField, { name: 'Region', type: 'choice', options: ['EU', 'US'] })
  const { uuid } = await opened()
  const wrong = { uuid, revision: 1, fields: { [field.uuid]: 'Asia' } }
  expect((await site.refusal(token, updateCase, wrong)).errors.fields).toBe('Region is one of EU, US.')
  await site.request(token, updateCase, { uuid, revision: 1, fields: { [field.uuid]: 'EU' } })
  expect((await got(uuid)).case.fields).toEqual({ [field.uuid]: 'EU' })
  await site.request(token, deleteCaseField, { uuid: field.uuid, revision: 1 })
  expect((await got(uuid)).case.fields).toEqual({})
  expect((await site.request(viewer.token, getCaseSettings, {})).fields).toEqual([])
})

test('[CASE-17] tasks have owners, due times, a log, an order, and revisions', async () => {
  const { uuid } = await opened()
  const save = (input: object) => site.request(token, saveCaseTask, { case_uuid: uuid, ...input })
  const { task: first } = await save({ title: 'First', owner: 'me', due_at: '2026-01-01T00:00:00Z' })
  const { task: second } = await save({ title: 'Second', owner: admin.uuid })
  expect(first).toMatchObject({ overdue: true, owner: { uuid: analyst.uuid }, order: 0 })
  await save({ uuid: first.uuid, revision: 1, state: 'IN_PROGRESS', note: 'Called them' })
  expect((await site.refusal(token, saveCaseTask, { case_uuid: uuid, uuid: first.uuid, revision: 1 })).status).toBe(409)
  expect((await got(uuid)).timeline[0]).toMatchObject({
    kind: 'task',
    detail: { task: first.uuid, state: 'IN_PROGRESS', was: 'OPEN', note: 'Called them' },
  })
  expect((await site.request(token, listCases, { overdue: true })).cases.map((one) => one.uuid)).toContain(uuid)

  const { tasks } = await site.request(token, orderCaseTasks, { case_uuid: uuid, uuids: [second.uuid, first.uuid] })
  expect(tasks.map(({ title }) => title)).toEqual(['Second', 'First'])
  const mine = await site.request(token, listMyTasks, { owner: 'me' })
  expect(mine.tasks.find((one) => one.uuid === first.uuid)!.case.uuid).toBe(uuid)
  await site.request(token, deleteCaseTask, { case_uuid: uuid, uuid: second.uuid, revision: 1 })
  expect((await got(uuid)).tasks.map(({ title }) => title)).toEqual(['First'])
})

test('[CASE-22] a pause stops the clock with its reason, and closing ends it', async () => {
  const { uuid } = await opened()
  await site.request(token, updateCase, { uuid, revision: 1, paused: true, pause_reason: 'Supplier' })
  const paused = await got(uuid)
  expect(paused.case.timers.paused_since).not.toBeNull()
  expect(paused.timeline[0]).toMatchObject({ kind: 'pause', detail: { paused: true, reason: 'Supplier' } })
  await site.request(token, updateCase, { uuid, revision: 2, stage: 'CLOSED', resolution: 'LEGITIMATE' })
  const { case: closed } = await got(uuid)
  expect(closed.timers.paused_since).toBeNull()
  expect(closed.timers.ttr_ms).toBeLessThanOrEqual(Date.parse(closed.closed_at!) - Date.parse(closed.created_at))
  expect(closed.resolution).toBe('LEGITIMATE')
})

test('[CASE-45] the story is arranged by hand, and refers to what the case has', async () => {
  const { uuid, alerts } = await opened()
  const [other] = await raised(1)
  const at = '2026-10-22T17:00:00Z'
  const save = (title: string, reference?: object) => ({ case_uuid: uuid, at, title, ...(reference && { reference }) })
  const { entry: one } = await site.request(token, saveStoryEntry, save('One') as never)
  const { entry: two } = await site.request(
    token,
    saveStoryEntry,
    save('Two', { kind: 'alert', alert_uuid: alerts[0]!.uuid }) as never,
  )
  for (const reference of [
    { kind: 'alert', alert_uuid: other!.uuid },
    { kind: 'change', seq: 999_999 },
    { kind: 'event', vehicle: 'nobody', type: 'can' },
  ])
    expect((await site.refusal(token, saveStoryEntry, save('Three', reference))).status).toBe(400)
  const { story } = await site.request(token, orderStory, { case_uuid: uuid, uuids: [two.uuid, one.uuid] })
  expect(story.map(({ title }) => title)).toEqual(['Two', 'One'])
})

test('[CASE-42] a link to another case is shown in both, and an address must be one', async () => {
  const [a, b] = [await opened(1, { title: 'Left' }), await opened(1, { title: 'Right' })]
  const { link } = await site.request(token, addCaseLink, { case_uuid: a.uuid, kind: 'case', target_uuid: b.uuid })
  expect(link.title).toBe(`CAS-${b.case.number} Right`)
  expect((await got(b.uuid)).links).toMatchObject([{ incoming: true, target_uuid: a.uuid }])
  const script = { case_uuid: a.uuid, kind: 'reference', target: 'javascript:alert(1)' }
  expect((await site.refusal(token, addCaseLink, script)).status).toBe(400)
  await site.request(token, removeCaseLink, { case_uuid: a.uuid, uuid: link.uuid })
  expect((await got(b.uuid)).links).toEqual([])
})

test('[CASE-16] each case of a bulk change has its outcome', async () => {
  const [a, b] = [await opened(), await opened()]
  const nobody = crypto.randomUUID()
  await site.request(token, updateCase, { uuid: b.uuid, revision: 1, tags: ['urgent'] })
  const { changed, outcomes } = await site.request(token, bulkUpdateCases, {
    uuids: [a.uuid, b.uuid, nobody],
    change: { add_tags: ['urgent'] },
  })
  expect([changed, outcomes.map(({ outcome }) => outcome)]).toEqual([1, ['changed', 'unchanged', 'refused']])
  expect((await got(a.uuid)).case.tags).toEqual(['urgent'])
})

test('[CASE-51] similar cases share observables with it, and state which', async () => {
  const [a, b] = [await opened(), await opened()]
  const shared = JSON.stringify([{ kind: 'arbitration_id', value: '0x7AB' }])
  const uuids = [a, b].map(({ alerts }) => alerts[0]!.uuid)
  await site.sql`UPDATE alerts SET observables = ${shared}::text::jsonb WHERE uuid IN ${site.sql(uuids)}`
  const { cases } = await site.request(token, similarCases, { uuid: a.uuid })
  expect(cases).toMatchObject([{ uuid: b.uuid, shares: 1, shared: [{ kind: 'arbitration_id', value: '0x7AB' }] }])
})

/** Two cases in the order of their uuids, of which the second changed first, with a new status. */
async function twoWithStatus(name: string) {
  const { status } = await site.request(token, saveCaseStatus, { name, stage: 'NEW', colour: 'blue' })
  const uuids = [await opened(0), await opened(0)].map(({ uuid }) => uuid).sort() as [string, string]
  for (const uuid of uuids.toReversed())
    await site.request(token, updateCase, { uuid, revision: 1, status: status.uuid })
  return { status: { uuid: status.uuid, revision: status.revision }, uuids }
}

test('[CASE-10] a status is deleted while cases get it, and both succeed', async () => {
  const { status, uuids } = await twoWithStatus('Contested')
  const [first, second] = uuids
  await site.request(token, updateCase, { uuid: second, revision: 2, status: null })
  const { calls } = await site.db.transaction(async (tx) => {
    await lockSeenCases(tx, alpha.org, admin, [second])
    const change = site.request(token, bulkUpdateCases, { uuids, change: { status: status.uuid } })
    await untilWaiting(1)
    const deletion = site.request(token, deleteCaseStatus, status)
    await untilWaiting(2)
    return { calls: Promise.allSettled([change, deletion]) }
  })
  expect((await calls).map((call) => call.status)).toEqual(['fulfilled', 'fulfilled'])
  for (const uuid of [first, second]) expect((await got(uuid)).case.status).toBeNull()
})

test('[CASE-10] the cases of a deleted status are locked in the order in which others lock them', async () => {
  const { status, uuids } = await twoWithStatus('In order')
  const { deletion } = await site.db.transaction(async (tx) => {
    await lockSeenCases(tx, alpha.org, admin, uuids.slice(0, 1))
    const deleting = site.request(token, deleteCaseStatus, status)
    await untilWaiting(1)
    await lockSeenCases(tx, alpha.org, admin, uuids.slice(1))
    return { deletion: deleting }
  })
  expect((await deletion).success).toBe(true)
})

test('[CASE-12] a template is deleted while one of its cases is split, and both succeed', async () => {
  const { template: saved } = await site.request(token, saveCaseTemplate, { ...template, name: 'Contested' })
  const { uuid } = await opened(0, { template_uuid: saved.uuid })
  const [task] = (await got(uuid)).tasks
  const { calls } = await site.db.transaction(async (tx) => {
    // a split reads the story of the case after it has locked it
    await tx.execute(sql`LOCK TABLE case_story IN ACCESS EXCLUSIVE MODE`)
    const split = site.request(token, splitCase, { uuid, revision: 1, title: 'Apart', tasks: [task!.uuid] })
    await untilWaiting(1)
    const deletion = site.request(token, deleteCaseTemplate, { uuid: saved.uuid, revision: saved.revision })
    await untilWaiting(2)
    return { calls: Promise.allSettled([split, deletion]) }
  })
  expect((await calls).map((call) => call.status)).toEqual(['fulfilled', 'fulfilled'])
})
