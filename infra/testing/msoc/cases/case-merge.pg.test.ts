import { expect, test } from 'vitest'
import { mergeCase, unmergeOne } from '@carapace/api/src/msoc/cases/merging.ts'
import { mergeCases, splitCase, unmergeCase } from '@carapace/shared/msoc/cases/case-actions.contract'
import { addEvidence } from '@carapace/shared/msoc/cases/case-evidence.contract'
import { addCaseLink } from '@carapace/shared/msoc/cases/case-links.contract'
import { saveStoryEntry } from '@carapace/shared/msoc/cases/case-story.contract'
import { saveCaseTask } from '@carapace/shared/msoc/cases/case-tasks.contract'
import { commentCase, getCase, listCases, updateCase } from '@carapace/shared/msoc/cases/cases.contract'
import type { OutputOf } from '@carapace/shared/core/endpoint'
import { startInstallation } from '../../support/installation.ts'
import { caseCalls } from './case-calls.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { token } = alpha.members.ANALYST
const { opened, got, untilWaiting } = caseCalls(site, alpha)

/** A case with two alerts and one of everything else. */
async function filled(title: string) {
  const one = await opened(2, { title })
  const { uuid, alerts } = one
  await site.request(token, saveCaseTask, { case_uuid: uuid, title: `${title} task` })
  await site.request(token, addEvidence, {
    case_uuid: uuid,
    name: `${title} events`,
    source: { kind: 'alert', alert_uuid: alerts[0]!.uuid },
  })
  await site.request(token, addCaseLink, { case_uuid: uuid, kind: 'psirt-ticket', target: `${title}-1` })
  await site.request(token, saveStoryEntry, { case_uuid: uuid, at: '2026-10-22T17:00:00Z', title: `${title} step` })
  await site.request(token, commentCase, { uuid, text: `${title} comment` })
  return one
}

/** Names of all that a case has. */
function contents({ alerts, tasks, evidence, links, story, timeline }: OutputOf<typeof getCase>) {
  return {
    alerts: alerts.map(({ uuid }) => uuid).sort(),
    tasks: tasks.map(({ title }) => title).sort(),
    evidence: evidence.map(({ name }) => name).sort(),
    links: links.map(({ target }) => target).sort(),
    story: story.map(({ title }) => title).sort(),
    comments: timeline.flatMap(({ kind, detail }) => (kind === 'comment' ? [String(detail['text'])] : [])).sort(),
  }
}

test('[CASE-13] everything of a merged case is in the other one, and its record is shown there', async () => {
  const [a, b] = [await filled('A'), await filled('B')]
  await site.request(token, mergeCases, { uuid: a.uuid, into: b.uuid })

  const whole = await got(b.uuid)
  expect(contents(whole)).toEqual({
    alerts: [...a.alerts, ...b.alerts].map(({ uuid }) => uuid).sort(),
    tasks: ['A task', 'B task'],
    evidence: ['A events', 'B events'],
    links: ['A-1', 'B-1'],
    story: ['A step', 'B step'],
    comments: ['A comment', 'B comment'],
  })
  expect(whole.case.merged.map(({ uuid }) => uuid)).toEqual([a.uuid])
  expect(whole.timeline.find(({ detail }) => detail.text === 'A comment')!.from).toEqual({
    uuid: a.uuid,
    number: a.case.number,
  })
  const part = await got(a.uuid)
  expect(part.case).toMatchObject({ stage: 'CLOSED', alerts: 0, merged_into: { uuid: b.uuid } })
  const listed = await site.request(token, listCases, { q: `CAS-${a.case.number}` })
  expect(listed.cases).toEqual([])
  expect((await site.request(token, listCases, { q: `CAS-${a.case.number}`, merged: true })).total).toBe(1)
  expect(
    (await site.refusal(token, updateCase, { uuid: a.uuid, revision: part.case.revision, title: 'x' })).status,
  ).toBe(422)
})

test('[CASE-14] unmerging returns all that the merge moved and is still there, and the stage', async () => {
  const [a, b] = [await filled('C'), await filled('D')]
  const before = [contents(await got(a.uuid)), contents(await got(b.uuid))]
  await site.request(token, updateCase, {
    uuid: a.uuid,
    revision: (await got(a.uuid)).case.revision,
    stage: 'IN_PROGRESS',
  })
  await site.request(token, mergeCases, { uuid: a.uuid, into: b.uuid })
  await site.request(token, unmergeCase, { uuid: a.uuid })

  expect([contents(await got(a.uuid)), contents(await got(b.uuid))]).toEqual(before)
  expect((await got(a.uuid)).case).toMatchObject({ stage: 'IN_PROGRESS', closed_at: null, merged_into: null })
  expect((await site.refusal(token, unmergeCase, { uuid: a.uuid })).status).toBe(422)
})

test('[CASE-14] a chain of merges is undone from its end', async () => {
  const [a, b, c] = [await filled('E'), await filled('F'), await filled('G')]
  const before = await Promise.all([a, b, c].map(async ({ uuid }) => contents(await got(uuid))))
  await site.request(token, mergeCases, { uuid: a.uuid, into: b.uuid })
  await site.request(token, mergeCases, { uuid: b.uuid, into: c.uuid })
  expect(contents(await got(c.uuid)).comments).toEqual(['E comment', 'F comment', 'G comment'])
  expect((await site.refusal(token, unmergeCase, { uuid: a.uuid })).message).toContain('is itself merged')
  await site.request(token, unmergeCase, { uuid: b.uuid })
  await site.request(token, unmergeCase, { uuid: a.uuid })
  expect(await Promise.all([a, b, c].map(async ({ uuid }) => contents(await got(uuid))))).toEqual(before)
})

test('[CASE-15] a split moves only what was chosen, all of it or nothing', async () => {
  const { uuid, alerts } = await filled('H')
  const whole = await got(uuid)
  const { revision } = whole.case
  const chosen = { alerts: [alerts[0]!.uuid], tasks: [whole.tasks[0]!.uuid], evidence: [whole.evidence[0]!.uuid] }
  const unknown = { uuid, revision, title: 'Apart', ...chosen, links: [crypto.randomUUID()] }
  expect((await site.refusal(token, splitCase, unknown)).status).toBe(404)
  expect((await got(uuid)).case.alerts).toBe(2)

  const { case: made } = await site.request(token, splitCase, { uuid, revision, title: 'Apart', ...chosen })
  const [apart, rest] = [contents(await got(made.uuid)), contents(await got(uuid))]
  expect(apart).toEqual({
    alerts: chosen.alerts,
    tasks: ['H task'],
    evidence: ['H events'],
    links: [],
    story: [],
    comments: [],
  })
  expect(rest).toMatchObject({
    alerts: [alerts[1]!.uuid],
    tasks: [],
    evidence: [],
    links: ['H-1'],
    comments: ['H comment'],
  })
  expect((await site.refusal(token, splitCase, { uuid, revision, title: 'Again', ...chosen })).status).toBe(409)
})

test('[CASE-13] of two merges of the same two cases into each other at once, one is refused', async () => {
  const [a, b] = [await filled('I'), await filled('J')]
  const replies = await Promise.allSettled([
    site.request(token, mergeCases, { uuid: a.uuid, into: b.uuid }),
    site.request(token, mergeCases, { uuid: b.uuid, into: a.uuid }),
  ])
  expect(replies.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const [left, right] = [contents(await got(a.uuid)), contents(await got(b.uuid))]
  expect([...left.tasks, ...right.tasks].sort()).toEqual(['I task', 'J task'])
})

test('[CASE-14] a case that was merged again meanwhile is not taken out of where it was before', async () => {
  const [a, b, c] = [await filled('K'), await filled('L'), await filled('M')]
  await site.request(token, mergeCases, { uuid: a.uuid, into: b.uuid })
  const { late } = await site.db.transaction(async (tx) => {
    const user = { ...alpha.members.ANALYST, name: 'Alpha analyst' }
    const licence = { active: true, until: null, modules: [] }
    const caller = { org: alpha.org, user, licence, tokenHash: new Uint8Array(), address: '' }
    await unmergeOne(tx, caller, a.uuid)
    await mergeCase(tx, caller, a.uuid, c.uuid, undefined)
    const refused = site.refusal(token, unmergeCase, { uuid: a.uuid })
    await untilWaiting(1)
    return { late: refused }
  })
  expect((await late).status).toBe(409)
  expect((await got(a.uuid)).case).toMatchObject({ stage: 'CLOSED', merged_into: { uuid: c.uuid } })
  expect(contents(await got(c.uuid)).tasks).toEqual(['K task', 'M task'])
  await site.request(token, unmergeCase, { uuid: a.uuid })
  expect(contents(await got(a.uuid)).tasks).toEqual(['K task'])
})
