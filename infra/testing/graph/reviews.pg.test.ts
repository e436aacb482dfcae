import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { startInstallation } from '../support/installation.ts'
import { createProgram } from '../support/factories.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { ENGINEER: engineer, ADMIN: admin, VIEWER: viewer } = alpha.members

/** Another engineer, who edits every program here. */
const [made] = await site.sql<{ uuid: string }[]>`INSERT INTO users (org_uuid, email, name, role)
  VALUES (${alpha.org.uuid}, 'second@alpha.example', 'Second', 'ENGINEER')
  RETURNING uuid`
const second = { uuid: made!.uuid, token: await site.signIn(alpha.org, made!.uuid) }

const call = (path: string, input: object, token = engineer.token) => site.call(token, `v2/app/${path}`, input)
const get = (path: string, query: Record<string, string | number>, token = engineer.token) =>
  site.get(token, `v2/app/${path}`, query)

async function begin(): Promise<string> {
  const program = (await createProgram(site, engineer.token)).uuid
  for (const [{ uuid }, role] of [
    [second, 'EDITOR'],
    [viewer, 'READER'],
  ] as const)
    await call('save-program-member', { program_uuid: program, user_uuid: uuid, role })
  return program
}
async function make(program: string, kind = 'requirement', token?: string): Promise<Artefact> {
  return (
    await call('save-artefacts', { program_uuid: program, artefacts: [{ kind, title: 'SecOC on 0x2C1' }] }, token)
  ).body.artefacts[0]
}
const now = async ({ uuid }: Artefact) => (await get('get-artefact', { uuid })).body
const change = (program: string, { uuid, kind, revision }: Artefact, input: object, token?: string) =>
  call('save-artefacts', { program_uuid: program, artefacts: [{ uuid, kind, revision, ...input }] }, token)
const requestReview = ({ uuid, revision }: Artefact, input: object = {}, token?: string) =>
  call('request-review', { artefact_uuid: uuid, revision, ...input }, token)
const decide = (review: string, decision: string, token?: string, reason = '') =>
  call('decide-review', { review_uuid: review, decision, reason }, token)
const wrote = 'Four eyes: an author of changes since the last approval may not decide.'
const mayDecide = async (program: string, token?: string) =>
  (await get('get-reviews', { program_uuid: program }, token)).body.reviews.map(
    ({ may_decide: may }: { may_decide: boolean }) => may,
  )

test('[GRAPH-9] a requested review ends with an approval by another user; each is a new state', async () => {
  const program = await begin()
  const artefact = await make(program)
  const { body: requested } = await requestReview(artefact, { note: 'Ready' })
  const { artefact: waiting, review } = await now(artefact)
  expect(waiting).toMatchObject({ status: 'UNDER_REVIEW', revision: 2, seq: artefact.seq + 1 })
  expect(review).toMatchObject({
    uuid: requested.review_uuid,
    note: 'Ready',
    requested_by: { uuid: engineer.uuid },
    reviewer: null,
    revision: 1,
  })
  expect((await get('get-reviews', { program_uuid: program })).body.reviews).toMatchObject([
    { uuid: requested.review_uuid, artefact: { uuid: artefact.uuid, status: 'UNDER_REVIEW' }, may_decide: false },
  ])

  expect((await decide(requested.review_uuid, 'approved', second.token, 'Holds')).status).toBe(200)
  const after = await now(artefact)
  expect([after.artefact.status, after.artefact.revision, after.artefact.seq, after.review]).toEqual([
    'APPROVED',
    3,
    artefact.seq + 2,
    null,
  ])
  const { versions } = (await get('get-artefact-history', { uuid: artefact.uuid })).body
  expect(versions.map(({ status, by }: { status: string; by: { uuid: string } }) => [status, by.uuid])).toEqual([
    ['APPROVED', second.uuid],
    ['UNDER_REVIEW', engineer.uuid],
    ['CREATED', engineer.uuid],
  ])
  expect((await decide(requested.review_uuid, 'rejected', second.token)).body.code).toBe('ROW_CHANGED')
  const recorded = await site.sql<
    { action: string; after: { program_uuid: string; decision?: string } }[]
  >`SELECT action, after FROM audit_log WHERE subject_uuid = ${artefact.uuid} ORDER BY id`
  expect(recorded.map(({ action, after: { program_uuid: of, decision } }) => [action, of, decision])).toEqual([
    ['ask for a review', program, undefined],
    ['end a review', program, 'approved'],
  ])
})

test('[GRAPH-9] four eyes: the requester, an author and a reader cannot decide', async () => {
  const program = await begin()
  const artefact = await make(program, 'goal', second.token)
  const {
    body: { review_uuid: review },
  } = await requestReview(artefact)
  expect(await Promise.all([engineer, second, admin, viewer].map(({ token }) => mayDecide(program, token)))).toEqual([
    [false],
    [false],
    [true],
    [false],
  ])
  expect((await decide(review, 'approved')).body.message).toBe('Four eyes: the requester may not decide.')
  expect((await decide(review, 'approved', second.token)).body.message).toBe(wrote)
  expect((await decide(review, 'approved', viewer.token)).body.code).toBe('ROLE_REQUIRED')
  expect((await decide(review, 'rejected', admin.token, 'Freshness is missing')).status).toBe(200)
  expect((await now(artefact)).artefact.status).toBe('REJECTED')
})

test('[GRAPH-9] an author of a change in ignored fields during the review cannot decide it', async () => {
  const program = await begin()
  const artefact = await make(program)
  const {
    body: { review_uuid: review },
  } = await requestReview(artefact)
  const ignoredFieldChange = await change(
    program,
    (await now(artefact)).artefact,
    { fields: { owner: 'Kestrel' } },
    second.token,
  )
  expect([ignoredFieldChange.status, (await now(artefact)).review?.uuid]).toEqual([200, review])
  expect((await decide(review, 'approved', second.token)).body.message).toBe(wrote)
  expect((await decide(review, 'approved', admin.token)).status).toBe(200)
})

test('[GRAPH-9] an author of content cannot decide, even if another user requested the review', async () => {
  const program = await begin()
  const artefact = await make(program)
  const touched = (await change(program, artefact, { status: 'IN_PROCESS' }, second.token)).body.artefacts[0]
  expect(
    Object.keys((await requestReview(touched, { reviewer_uuid: engineer.uuid }, second.token)).body.errors),
  ).toEqual(['reviewer_uuid'])
  const {
    body: { review_uuid: review },
  } = await requestReview(touched, {}, second.token)
  expect((await now(artefact)).review).toMatchObject({ why_not: wrote, may_withdraw: false })
  for (const decision of ['approved', 'rejected']) expect((await decide(review, decision)).body.message).toBe(wrote)
  expect([await mayDecide(program), await mayDecide(program, admin.token)]).toEqual([[false], [true]])
  expect((await decide(review, 'approved', admin.token)).status).toBe(200)
})

test('[GRAPH-9] a user who changed only the status may approve; an approval resets the authors', async () => {
  const program = await begin()
  const artefact = await make(program)
  await change(program, artefact, { status: 'IN_PROCESS' }, second.token)
  const newReviewUuid = async (by = engineer.token) =>
    (await requestReview((await now(artefact)).artefact, {}, by)).body.review_uuid
  expect((await decide(await newReviewUuid(), 'rejected', second.token, 'Which key?')).status).toBe(200)
  // rejected, then changed by another user: the author of the first content still cannot approve it
  await change(program, (await now(artefact)).artefact, { fields: { text: 'With key 7.' } }, admin.token)
  const third = await newReviewUuid(second.token)
  expect((await decide(third, 'approved')).body.message).toBe(wrote)
  expect((await decide(third, 'withdrawn', second.token)).status).toBe(200)
  expect((await decide(await newReviewUuid(), 'approved', second.token)).status).toBe(200)
  // approved: the earlier author is now independent of the other user's new change
  await change(program, (await now(artefact)).artefact, { fields: { text: 'With key 8.' } }, second.token)
  expect((await decide(await newReviewUuid(second.token), 'approved')).status).toBe(200)
})

test('[GRAPH-20] an artefact has its last decision, and whether it has changed since', async () => {
  const program = await begin()
  const artefact = await make(program)
  expect((await now(artefact)).decided).toBeNull()
  const newReviewUuid = async () => (await requestReview((await now(artefact)).artefact)).body.review_uuid
  await decide(await newReviewUuid(), 'rejected', second.token, 'Which key?')
  expect((await now(artefact)).decided).toMatchObject({
    decision: 'rejected',
    by: { uuid: second.uuid, name: 'Second' },
    reason: 'Which key?',
    revision: 1,
    changed_since: false,
    at: expect.stringMatching(/^20/),
  })
  await change(program, (await now(artefact)).artefact, { fields: { text: 'With key 7.' } })
  expect((await now(artefact)).decided).toMatchObject({ decision: 'rejected', revision: 1, changed_since: true })
  // during a new review, the earlier decision is returned too
  const waiting = await newReviewUuid()
  expect(await now(artefact)).toMatchObject({
    review: { uuid: waiting, revision: 4 },
    decided: { decision: 'rejected' },
  })
  await decide(waiting, 'approved', admin.token)
  expect((await now(artefact)).decided).toMatchObject({
    decision: 'approved',
    by: { uuid: admin.uuid },
    reason: '',
    revision: 4,
    changed_since: false,
  })
  const titled = await change(program, (await now(artefact)).artefact, { title: 'SecOC on 0x2C2' })
  await change(program, titled.body.artefacts[0], { title: 'SecOC on 0x2C1' })
  expect((await now(artefact)).decided).toMatchObject({ decision: 'approved', changed_since: false })
  await newReviewUuid()
  await change(program, (await now(artefact)).artefact, { title: 'SecOC on 0x2C3' }, second.token)
  expect((await now(artefact)).decided).toMatchObject({
    decision: 'withdrawn',
    by: { uuid: second.uuid },
    reason: 'It was changed meanwhile.',
    changed_since: true,
  })
})

test('[GRAPH-8] only a review can set approved or rejected, even after an approval', async () => {
  const program = await begin()
  const artefact = await make(program)
  const refusal = {
    status: 400,
    body: { errors: { 'artefacts.0.status': 'Only a review can set this status. Request a review.' } },
  }
  for (const status of ['APPROVED', 'REJECTED']) {
    expect(await change(program, artefact, { status })).toMatchObject(refusal)
    expect(
      await call('save-artefacts', { program_uuid: program, artefacts: [{ kind: 'goal', title: 'New', status }] }),
    ).toMatchObject(refusal)
  }
  await decide((await requestReview(artefact)).body.review_uuid, 'approved', second.token)
  const approved = (await now(artefact)).artefact
  expect(
    (await change(program, approved, { title: 'SecOC on 0x2C2', status: 'APPROVED' })).body.artefacts,
  ).toMatchObject([{ title: 'SecOC on 0x2C2', status: 'IN_PROCESS' }])
})

test('[GRAPH-9] a named reviewer is the only one who decides, and must be allowed to decide', async () => {
  const program = await begin()
  const artefact = await make(program)
  for (const reviewer of [viewer.uuid, engineer.uuid, randomUUID()])
    expect(Object.keys((await requestReview(artefact, { reviewer_uuid: reviewer })).body.errors)).toEqual([
      'reviewer_uuid',
    ])
  const {
    body: { review_uuid: review },
  } = await requestReview(artefact, { reviewer_uuid: second.uuid })
  expect((await decide(review, 'approved', admin.token)).body.message).toBe(
    'Another reviewer is assigned to decide this.',
  )
  expect([await mayDecide(program, admin.token), await mayDecide(program, second.token)]).toEqual([[false], [true]])
  expect((await decide(review, 'approved', second.token)).status).toBe(200)
})

test('[GRAPH-9] only the requester may withdraw a review', async () => {
  const program = await begin()
  const artefact = await make(program)
  const {
    body: { review_uuid: review },
  } = await requestReview(artefact)
  expect((await decide(review, 'withdrawn', second.token)).status).toBe(422)
  expect((await decide(review, 'withdrawn')).status).toBe(200)
  expect((await now(artefact)).artefact.status).toBe('IN_PROCESS')
})

test('[GRAPH-10] an artefact has one open review; a change of meaning ends it', async () => {
  const program = await begin()
  const artefact = await make(program)
  expect((await requestReview({ ...artefact, revision: 7 })).body.code).toBe('ROW_CHANGED')
  const both = await Promise.all([requestReview(artefact), requestReview(artefact, {}, second.token)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const waiting = (await now(artefact)).artefact
  expect((await requestReview(waiting)).body.message).toBe('CSR-001 is under review already.')
  await change(program, waiting, { title: 'SecOC on 0x2C2' })
  const changed = await now(artefact)
  expect([changed.artefact.status, changed.review]).toEqual(['IN_PROCESS', null])
  expect(
    (await decide(both.find(({ status }) => status === 200)!.body.review_uuid, 'approved', admin.token)).body.code,
  ).toBe('ROW_CHANGED')
})

test('[GRAPH-9] test cases, which are done or not, are reviewed like other artefacts', async () => {
  const program = await begin()
  const artefact = await make(program, 'test-case')
  const {
    body: { review_uuid: review },
  } = await requestReview(artefact)
  expect((await now(artefact)).artefact).toMatchObject({ status: 'UNDER_REVIEW', revision: 2 })
  expect((await decide(review, 'rejected', second.token)).status).toBe(200)
  expect((await now(artefact)).artefact).toMatchObject({ status: 'REJECTED', revision: 3 })
})

const commentsOf = async ({ uuid }: Artefact, token?: string) =>
  (await get('get-comments', { artefact_uuid: uuid }, token)).body.comments

test('[GRAPH-16] authors change and remove their comments; editors of the program resolve them', async () => {
  const program = await begin()
  const artefact = await make(program)
  const { body } = await call('save-comment', { artefact_uuid: artefact.uuid, text: 'Which key?' })
  const [comment] = body.comments
  expect(comment).toMatchObject({
    text: 'Which key?',
    is_resolved: false,
    is_mine: true,
    by: { uuid: engineer.uuid },
    revision: 1,
  })
  const edit = (change: object, token?: string) =>
    call('save-comment', { artefact_uuid: artefact.uuid, uuid: comment.uuid, revision: 1, ...change }, token)
  expect((await edit({ text: 'Mine now' }, second.token)).body.code).toBe('RULE_REFUSED')
  expect((await edit({ is_resolved: true }, viewer.token)).body.code).toBe('ROLE_REQUIRED')
  expect((await edit({ is_resolved: true }, second.token)).body.comments).toMatchObject([
    { is_resolved: true, is_mine: false, revision: 2 },
  ])
  expect((await edit({ text: 'Too late' })).status).toBe(409)
  expect((await edit({ revision: 2, text: 'Which key, and where?' })).body.comments).toMatchObject([
    { text: 'Which key, and where?', is_resolved: true, revision: 3 },
  ])
  expect(await commentsOf(artefact, viewer.token)).toHaveLength(1)
  expect((await call('delete-comment', { uuid: comment.uuid, revision: 3 }, second.token)).status).toBe(422)
  expect((await call('delete-comment', { uuid: comment.uuid, revision: 3 })).status).toBe(200)
  expect(await commentsOf(artefact)).toEqual([])
})

test('[GRAPH-16] readers and other tenants cannot comment; artefacts have a count of open comments', async () => {
  const program = await begin()
  const artefact = await make(program)
  expect((await call('save-comment', { artefact_uuid: artefact.uuid, text: 'Hello' }, viewer.token)).status).toBe(422)
  expect((await call('save-comment', { artefact_uuid: artefact.uuid })).body.errors).toEqual({
    text: 'Enter a comment.',
  })
  for (const text of ['One', 'Two']) await call('save-comment', { artefact_uuid: artefact.uuid, text })
  const [first] = await commentsOf(artefact)
  await call('save-comment', { artefact_uuid: artefact.uuid, uuid: first.uuid, revision: 1, is_resolved: true })
  expect((await now(artefact)).artefact.comments).toBe(1)
  const otherTenantMember = (await site.organisation('Bravo')).members.ADMIN
  expect(
    (await call('save-comment', { artefact_uuid: artefact.uuid, text: 'Hello' }, otherTenantMember.token)).status,
  ).toBe(404)
})
