import { expect, test } from 'vitest'
import { figuresOf } from '@carapace/api/src/msoc/shifts/figures.queries.ts'
import {
  bulkUpdateCases,
  caseReport,
  mergeCases,
  splitCase,
  unmergeCase,
} from '@carapace/shared/msoc/cases/case-actions.contract'
import { addCaseLink, similarCases } from '@carapace/shared/msoc/cases/case-links.contract'
import { getCaseSettings, saveCaseStatus, saveCaseTemplate } from '@carapace/shared/msoc/cases/case-settings.contract'
import { listMyTasks, saveCaseTask } from '@carapace/shared/msoc/cases/case-tasks.contract'
import {
  caseBoard,
  commentCase,
  getCase,
  linkAlerts,
  listCases,
  saveCaseMembers,
  updateCase,
} from '@carapace/shared/msoc/cases/cases.contract'
import { enablePlaybook, savePlaybook } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import { graphOf, node } from '@carapace/shared/msoc/playbooks/playbooks.fixture'
import {
  getPlaybookRun,
  listPlaybookRuns,
  listPlaybookSteps,
  startPlaybookRun,
} from '@carapace/shared/msoc/playbooks/runs.contract'
import { runPanel } from '@carapace/shared/msoc/panels/panels.contract'
import { listWatchItems, saveWatchItem } from '@carapace/shared/msoc/shifts/handovers.contract'
import { getDashboard } from '@carapace/shared/msoc/dashboard/dashboard.contract'
import { getAlert, listAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import { listNotifications } from '@carapace/shared/notifications/notifications.contract'
import { startInstallation } from '../../support/installation.ts'
import { caseCalls } from './case-calls.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { ADMIN: admin, ANALYST: analyst, ENGINEER: engineer, VIEWER: viewer } = alpha.members
const { opened, got, raised } = caseCalls(site, alpha)

/** A case of the administrator that only they may see. */
const hidden = (title = 'Insider', more: object = {}) => opened(1, { title, need_to_know: true, ...more }, admin.token)

test('[CASE-9] others miss a need-to-know case in lists, counts, boards, tasks, links and reports', async () => {
  const { uuid } = await hidden('Insider alone')
  const { task } = await site.request(admin.token, saveCaseTask, { case_uuid: uuid, title: 'Ask quietly' })
  const { uuid: open } = await opened()
  await site.request(admin.token, addCaseLink, { case_uuid: open, kind: 'case', target_uuid: uuid })

  for (const token of [analyst.token, viewer.token]) {
    const { cases, total } = await site.request(token, listCases, { q: 'Insider alone' })
    expect([cases, total]).toEqual([[], 0])
    const board = await site.request(token, caseBoard, { q: 'Insider alone' })
    expect(board.columns.reduce((sum, column) => sum + column.total, 0)).toBe(0)
    expect(JSON.stringify(await site.request(token, listMyTasks, {}))).not.toContain(task.uuid)
    const shown = await site.request(token, getCase, { uuid: open })
    expect(JSON.stringify(shown)).not.toContain('Insider')
    expect(shown.links[0]!.title).toBe('A case that you may not see')
    for (const endpoint of [getCase, similarCases, caseReport])
      expect((await site.refusal(token, endpoint, { uuid, form: 'pdf' })).status).toBe(404)
  }
  const counts = await Promise.all(
    [admin, viewer].map(async ({ token }) => (await site.request(token, getDashboard, {})).cases.open),
  )
  expect(counts[0]! - counts[1]!).toBe(1)
})

test('[CASE-9] hand-overs and panels have no need-to-know cases, watch lists for those who see them', async () => {
  const { uuid } = await hidden('Insider watched')
  const query = { subject: 'cases', measure: 'count', hours: 24 } as const
  const counted = async () => (await site.request(admin.token, runPanel, { query })).total
  const before = await counted()
  await opened()
  expect(await counted()).toBe(before! + 1)

  await site.request(admin.token, saveWatchItem, { kind: 'case', subject: uuid, note: '' })
  const titles = async (token: string) =>
    (await site.request(token, listWatchItems, {})).items.map(({ title }) => title)
  expect(await titles(admin.token)).toEqual(['Insider watched'])
  expect(await titles(analyst.token)).toEqual([])
  const pin = { kind: 'case', subject: uuid, note: '' } as const
  expect((await site.refusal(analyst.token, saveWatchItem, pin)).status).toBe(400)
  const span = { from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + 60_000) }
  const figures = await figuresOf(site.db, alpha.org, span)
  expect(figures.cases.length).toBeGreaterThan(0)
  expect(JSON.stringify(figures)).not.toContain('Insider')
})

test('[CASE-9] runs of playbooks about a need-to-know case are shown to those who see it', async () => {
  const { uuid } = await hidden('Insider played')
  const subject = { kind: 'case', uuid } as const
  const graph = graphOf([node('say', 'comment_case', { case: 'case.uuid', text: '{{ case.title }}' })], '')
  const definition = {
    name: 'Say',
    description: '',
    tags: [],
    trigger: { kind: 'manual', subject: 'case' } as const,
    graph,
  }
  const { playbook } = await site.request(admin.token, savePlaybook, definition)
  const { uuid: named, revision } = playbook
  await site.request(admin.token, enablePlaybook, { uuid: named, revision, version: 1 })
  expect((await site.refusal(analyst.token, startPlaybookRun, { uuid: named, subject })).status).toBe(404)
  const { run } = await site.request(admin.token, startPlaybookRun, { uuid: named, subject })

  const seen = async (token: string) => (await site.request(token, listPlaybookRuns, {})).runs.map((one) => one.uuid)
  expect(await seen(admin.token)).toContain(run.uuid)
  expect(await seen(analyst.token)).not.toContain(run.uuid)
  for (const endpoint of [getPlaybookRun, listPlaybookSteps])
    expect((await site.refusal(analyst.token, endpoint, { uuid: run.uuid })).status).toBe(404)
})

test('[CASE-9] nobody else works on it, and its title is not in the activity of its alerts', async () => {
  const { uuid, alerts } = await hidden('Insider at work')
  const [more] = await raised(1)
  const { uuid: mine } = await opened()
  const refusals = [
    [updateCase, { uuid, revision: 1, title: 'mine' }],
    [commentCase, { uuid, text: 'hm' }],
    [linkAlerts, { uuid, add: [more!.uuid] }],
    [saveCaseMembers, { uuid, add: [analyst.uuid] }],
    [mergeCases, { uuid, into: mine }],
    [mergeCases, { uuid: mine, into: uuid }],
    [addCaseLink, { case_uuid: mine, kind: 'case', target_uuid: uuid }],
  ] as const
  for (const [endpoint, input] of refusals) {
    const { status } = await site.refusal(analyst.token, endpoint, input)
    expect([endpoint.path, status]).toEqual([endpoint.path, 404])
  }
  const { outcomes } = await site.request(analyst.token, bulkUpdateCases, {
    uuids: [uuid],
    change: { severity: 'low' },
  })
  expect(outcomes).toEqual([{ uuid, outcome: 'refused', message: 'There is no such case.' }])
  expect(JSON.stringify(await site.request(analyst.token, getAlert, { uuid: alerts[0]!.uuid }))).not.toContain(
    'Insider',
  )
})

test('[CASE-9] a member sees it, the owner stays one, and who leaves sees it no more', async () => {
  const { uuid } = await hidden('Insider shared', { members: [viewer.uuid] })
  expect((await got(uuid, viewer.token)).case.members.map((one) => one.uuid).sort()).toEqual(
    [admin.uuid, viewer.uuid].sort(),
  )
  expect((await site.refusal(admin.token, saveCaseMembers, { uuid, remove: [admin.uuid] })).status).toBe(422)
  await site.request(admin.token, saveCaseMembers, { uuid, remove: [viewer.uuid], add: [engineer.uuid] })
  expect((await site.refusal(viewer.token, getCase, { uuid })).status).toBe(404)
  expect((await got(uuid, engineer.token)).timeline.map(({ kind }) => kind)).toEqual(['access', 'member', 'open'])

  const unknown = crypto.randomUUID()
  expect((await site.refusal(admin.token, saveCaseMembers, { uuid, add: [unknown] })).status).toBe(400)
})

test('[CASE-9] a case that becomes need-to-know leaves lists of others, and hides its title from alerts', async () => {
  const { uuid, alerts } = await opened(1, { title: 'Insider later' }, admin.token)
  const watcher = await site.live(viewer.token)
  const watched = watcher.subscribe('msoc.cases')
  await watched.snapshot()
  await site.request(admin.token, updateCase, { uuid, revision: 1, need_to_know: true })
  await site.request(admin.token, commentCase, { uuid, text: 'only for us' })
  const { uuid: last } = await opened()
  const changes = () => watched.changes as { uuid: string; kind: string; case: unknown }[]
  await watched.until(() => changes().some((change) => change.uuid === last), 'the change of another case')

  expect(changes().filter((change) => change.uuid === uuid)).toEqual([
    expect.objectContaining({ kind: 'access', case: null }),
  ])
  const { changes: activity } = await site.request(viewer.token, getAlert, { uuid: alerts[0]!.uuid })
  expect(JSON.stringify(activity)).not.toContain('Insider later')
})

test('[CASE-13] a case that is merged with a need-to-know case is need-to-know', async () => {
  const { uuid } = await hidden()
  const { uuid: open } = await opened(1, {}, admin.token)
  await site.request(admin.token, mergeCases, { uuid, into: open })
  expect((await got(open)).case.need_to_know).toBe(true)
  expect((await site.refusal(viewer.token, getCase, { uuid: open })).status).toBe(404)
})

test('[CASE-9] a case stays need-to-know while one is merged into it, directly or through another', async () => {
  const { uuid: secret } = await hidden('Insider within')
  const [between, whole] = [await opened(1, {}, admin.token), await opened(1, {}, admin.token)]
  await site.request(admin.token, mergeCases, { uuid: secret, into: between.uuid })
  await site.request(admin.token, mergeCases, { uuid: between.uuid, into: whole.uuid })
  const show = async () => ({ uuid: whole.uuid, revision: (await got(whole.uuid)).case.revision, need_to_know: false })

  const { status, message } = await site.refusal(admin.token, updateCase, await show())
  expect([status, message]).toEqual([422, expect.stringContaining(`CAS-${between.case.number}, `)])
  expect((await site.refusal(viewer.token, getCase, { uuid: whole.uuid })).status).toBe(404)
  await site.request(admin.token, unmergeCase, { uuid: between.uuid })
  expect((await site.request(admin.token, updateCase, await show())).case.need_to_know).toBe(false)
})

test('[CASE-9] the title leaves the activity of alerts that left the case; those of other cases stay', async () => {
  const { uuid, alerts } = await opened(3, { title: 'Insider before' }, admin.token)
  const [unlinked, split, kept] = alerts.map((alert) => alert.uuid)
  await site.request(admin.token, linkAlerts, { uuid, remove: [unlinked!] })
  const chosen = { uuid, revision: 2, title: 'Apart', alerts: [split!] }
  await site.request(admin.token, splitCase, chosen)
  const { uuid: other } = await opened(0, { title: 'Public' }, admin.token)
  await site.request(admin.token, linkAlerts, { uuid, remove: [kept!] })
  await site.request(admin.token, linkAlerts, { uuid: other, add: [kept!] })
  await site.request(admin.token, linkAlerts, { uuid: other, remove: [kept!] })
  await site.request(admin.token, linkAlerts, { uuid, add: [kept!] })
  const { revision } = (await got(uuid)).case
  await site.request(admin.token, updateCase, { uuid, revision, need_to_know: true })

  const titles = async (alert: string) =>
    (await site.request(viewer.token, getAlert, { uuid: alert })).changes.flatMap(({ kind, detail }) =>
      kind === 'escalate' ? [detail['case']] : [],
    )
  expect(await Promise.all([unlinked!, split!, kept!].map(titles))).toEqual([
    [undefined],
    ['Apart', undefined],
    [undefined, 'Public', undefined],
  ])
})

test('[CASE-9] old entries of activity, which do not name their case, lose their title too', async () => {
  const { uuid, alerts } = await opened(1, { title: 'Insider of old' }, admin.token)
  const [alert] = alerts
  await site.sql`UPDATE alert_changes SET detail = detail - 'case_uuid' WHERE alert_uuid = ${alert!.uuid}`
  await site.request(admin.token, updateCase, { uuid, revision: 1, need_to_know: true })
  const shown = await site.request(viewer.token, getAlert, { uuid: alert!.uuid })
  expect(JSON.stringify(shown.changes)).not.toContain('Insider of old')
})

test('[CASE-9] counts of settings have only the cases that one may see', async () => {
  const { status } = await site.request(admin.token, saveCaseStatus, { name: 'Secret', stage: 'NEW', colour: 'red' })
  const { template } = await site.request(admin.token, saveCaseTemplate, {
    name: 'Secret',
    title: '',
    severity: null,
    tlp: null,
    pap: null,
    tags: [],
    description: '',
    tasks: [],
    fields: {},
    sla: {},
  })
  for (const need_to_know of [true, false]) {
    const { uuid } = await hidden('Insider counted', { need_to_know, template_uuid: template.uuid })
    await site.request(admin.token, updateCase, { uuid, revision: 1, status: status.uuid })
  }
  const counts = async (token: string) => {
    const { statuses, templates } = await site.request(token, getCaseSettings, {})
    return [statuses, templates].map((rows) => rows.find(({ name }) => name === 'Secret')!.cases)
  }
  expect(await counts(admin.token)).toEqual([2, 2])
  expect(await counts(viewer.token)).toEqual([1, 1])
  const save = { ...status, stage: 'CLOSED' as const }
  expect((await site.refusal(analyst.token, saveCaseStatus, save)).message).not.toMatch(/\d/)
})

test('[CASE-9] alerts are found by a need-to-know case only by those who see it', async () => {
  const { uuid, alerts } = await hidden('Insider found', { members: [engineer.uuid] })
  const found = async (token: string) => {
    const { alerts: rows, total } = await site.request(token, listAlerts, { case: uuid })
    return [rows.map((alert) => alert.uuid), total]
  }
  for (const { token } of [admin, engineer]) expect(await found(token)).toEqual([[alerts[0]!.uuid], 1])
  expect(await found(viewer.token)).toEqual([[], 0])
})

test('[CASE-9] [NOTIFICATION-17] who may no longer see a case has no notification of it either', async () => {
  const titles = async ({ token }: { token: string }) =>
    (await site.request(token, listNotifications, {})).notifications.flatMap(({ title }) =>
      title.includes('Insider withdrawn') ? title : [],
    )
  const members = [analyst.uuid, viewer.uuid, engineer.uuid]
  const { uuid } = await opened(1, { title: 'Insider withdrawn', members }, admin.token)
  for (const member of [analyst, viewer, engineer]) expect(await titles(member)).toHaveLength(1)
  await site.sql`
    INSERT INTO notification_deliveries
      (org_uuid, notification_uuid, recipient_uuid, user_uuid, channel, is_digest, next_at, state)
    SELECT r.org_uuid, r.notification_uuid, r.user_uuid, r.user_uuid, 'email', true, now() + interval '1 day', 'QUEUED'
    FROM notification_recipients r JOIN notifications n ON n.uuid = r.notification_uuid
    WHERE n.title LIKE '%Insider withdrawn%'`
  const queued = async () =>
    (
      await site.sql<{ user_uuid: string }[]>`
      SELECT user_uuid FROM notification_deliveries d JOIN notifications n ON n.uuid = d.notification_uuid
      WHERE n.title LIKE '%Insider withdrawn%'`
    )
      .map((row) => row.user_uuid)
      .sort()
  const bell = (await site.live(viewer.token)).subscribe('notifications.mine')
  await bell.snapshot()

  // of a case that everybody sees, a former member keeps them
  await site.request(admin.token, saveCaseMembers, { uuid, remove: [viewer.uuid] })
  expect(await titles(viewer)).toHaveLength(1)
  await site.sql`UPDATE notification_recipients SET read_at = now() WHERE user_uuid = ${viewer.uuid}`
  const { case: before } = await got(uuid)
  await site.request(admin.token, updateCase, { uuid, revision: before.revision, need_to_know: true })
  expect([await titles(viewer), await queued()]).toEqual([[], [analyst.uuid, engineer.uuid].sort()])
  await bell.until(
    () => !JSON.stringify(bell.changes.at(-1) ?? 'Insider withdrawn').includes('Insider withdrawn'),
    'it',
  )

  await site.request(admin.token, saveCaseMembers, { uuid, remove: [engineer.uuid] })
  expect([await titles(engineer), await titles(analyst)]).toEqual([[], [expect.any(String)]])
  expect(await queued()).toEqual([analyst.uuid])

  const { uuid: secret } = await hidden('Insider merged')
  const { uuid: into } = await opened(1, { title: 'Then Insider withdrawn', members: [viewer.uuid] }, admin.token)
  expect(await titles(viewer)).toHaveLength(1)
  await site.request(admin.token, saveCaseMembers, { uuid: into, remove: [viewer.uuid] })
  await site.request(admin.token, mergeCases, { uuid: secret, into })
  expect(await titles(viewer)).toEqual([])
})
