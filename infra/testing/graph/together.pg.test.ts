import { expect, test } from 'vitest'
import {
  type Artefact,
  getArtefact,
  getArtefacts,
  type GraphChange,
} from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { Others } from '@carapace/shared/graph/collaboration/presence.contract'
import { getProgram } from '@carapace/shared/graph/programs/programs.contract'
import { startInstallation } from '../support/installation.ts'
import { connectLive, type LiveClient, type Subscription } from '../support/live.ts'
import { createProgram, writeArtefacts } from '../support/factories.ts'

const site = await startInstallation()
const { members } = await site.organisation('Together')
const { ENGINEER: engineer, ADMIN: admin, ANALYST: analyst } = members

const call = (path: string, input: object, token = engineer.token) => site.call(token, `v2/app/${path}`, input)

async function begin(): Promise<string> {
  return (await createProgram(site, engineer.token)).uuid
}

async function make(program: string, title: string): Promise<Artefact> {
  const [artefact] = await writeArtefacts(site, engineer.token, program, { kind: 'goal', title })
  return artefact!
}

const place = (program: string, { uuid }: { uuid: string }, role: string | null) =>
  call('save-program-member', { program_uuid: program, user_uuid: uuid, role })
const follow = (client: LiveClient, program: string) => client.subscribe('lifecycle.program', { program_uuid: program })
const enter = (client: LiveClient, program: string) => client.subscribe('lifecycle.presence', { program_uuid: program })

test('[MEMBER-8] a removed member receives nothing more of a program; other subscriptions go on', async () => {
  const [theirs, other] = [await begin(), await begin()]
  for (const program of [theirs, other]) await place(program, analyst, 'READER')
  const client = await site.live(analyst.token)
  const [graph, people, elsewhere] = [follow(client, theirs), enter(client, theirs), follow(client, other)]
  const lead = follow(await site.live(engineer.token), theirs)
  for (const each of [graph, people, elsewhere, lead]) await each.snapshot()

  expect((await place(theirs, analyst, null)).status).toBe(200)
  expect([await graph.refusal(), await people.refusal()]).toEqual(['NOT_FOUND', 'NOT_FOUND'])
  await make(theirs, 'Not theirs any more')
  await make(other, 'Theirs')
  await lead.until(({ changes }) => changes.length === 1, 'the change')
  await elsewhere.until(({ changes }) => changes.length === 1, 'the change elsewhere')
  expect(graph.changes).toEqual([])
  expect(await follow(client, theirs).refusal()).toBe('NOT_FOUND')

  await place(theirs, analyst, 'READER')
  const again = follow(client, theirs)
  expect((await again.snapshot()).seq).toBe(1)
})

test('[MEMBER-8] a member with a new role still receives changes; a removed program sends none', async () => {
  const program = await begin()
  await place(program, analyst, 'READER')
  const [reader, chief] = [
    follow(await site.live(analyst.token), program),
    follow(await site.live(admin.token), program),
  ]
  for (const each of [reader, chief]) await each.snapshot()
  await place(program, analyst, 'EDITOR')
  await make(program, 'Goal')
  await reader.until(({ changes }) => changes.length === 1, 'the change')

  const body = await site.request(engineer.token, getProgram, { programUuid: program })
  expect((await call('delete-program', { program_uuid: program, revision: body.program.revision })).status).toBe(200)
  expect([await reader.refusal(), await chief.refusal()]).toEqual(['NOT_FOUND', 'NOT_FOUND'])
})

test('[GRAPH-15] [GRAPH-16] every change of a comment is sent live, with its own graph version', async () => {
  const program = await begin()
  const goal = await make(program, 'Goal')
  const live = follow(await site.live(admin.token), program)
  await live.snapshot()
  const say = (input: object) => call('save-comment', { artefact_uuid: goal.uuid, ...input })
  const {
    body: {
      comments: [comment],
    },
  } = await say({ text: 'Which key?' })
  await say({ uuid: comment.uuid, revision: 1, text: 'Which key, and where?' })
  await say({ uuid: comment.uuid, revision: 2, is_resolved: true })
  await say({ uuid: comment.uuid, revision: 3, is_resolved: true }) // it is resolved already
  expect((await call('delete-comment', { uuid: comment.uuid, revision: 3 })).status).toBe(200)
  await make(program, 'Another')
  await live.until(({ changes }) => (changes as GraphChange[]).some(({ what }) => what === 'artefact'), 'the artefact')
  const received = live.changes as GraphChange[]
  expect(received.at(-1)).toMatchObject({ what: 'artefact', seq: 6 })
  // of several graph versions that are read at once only the latest is sent
  const commentChanges = received.filter(({ what }) => what === 'comments')
  expect(commentChanges.length).toBeGreaterThan(0)
  expect(commentChanges.at(-1)).toEqual({
    what: 'comments',
    uuids: [goal.uuid],
    kind: 'goal',
    action: 'changed',
    by: null,
    seq: 5,
  })
  const body = await site.request(engineer.token, getArtefact, { uuid: goal.uuid })
  expect([body.artefact.revision, body.artefact.seq]).toEqual([1, 1])
})

test('[GRAPH-15] a viewer that reconnects later is notified of comments added meanwhile', async () => {
  const program = await begin()
  const goal = await make(program, 'Goal')
  const { epoch } = await follow(await site.live(admin.token), program).snapshot()
  await call('save-comment', { artefact_uuid: goal.uuid, text: 'Hello' })
  const late = (await site.live(admin.token)).subscribe(
    'lifecycle.program',
    { program_uuid: program },
    { epoch, seq: 1 },
  )
  await late.until(({ changes }) => changes.length > 0, 'what was missed')
  expect(late.changes).toEqual([
    { what: 'comments', uuids: [goal.uuid], kind: 'goal', action: 'changed', by: null, seq: 2 },
  ])
})

test('[GRAPH-16] twelve comments at once are all stored, and none waits forever', async () => {
  const program = await begin()
  const goal = await make(program, 'Goal')
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) => call('save-comment', { artefact_uuid: goal.uuid, text: `Comment ${i}` })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
  const body = await site.request(engineer.token, getArtefacts, { program_uuid: program })
  expect([body.artefacts[0]!.comments, body.seq]).toEqual([12, 13])
})

/** The other people whom a page shows now. */
function othersOf(subscription: Subscription): readonly string[] {
  const updates = subscription.frames.flatMap((frame) =>
    frame.op === 'snapshot' ? [frame.data] : frame.op === 'changes' ? frame.data : [],
  )
  return (updates.at(-1) as Others | undefined)?.people.map(({ name }) => name) ?? []
}

test('[GRAPH-19] people in a program see each other once, over all apis, and only while present', async () => {
  const program = await begin()
  await place(program, analyst, 'READER')
  const second = await site.anotherApi()
  const here = enter(await site.live(engineer.token), program)
  expect((await here.snapshot()).data).toEqual({ people: [], total: 0 })
  const there = await connectLive(second.port, admin.token)
  const [first, again] = [enter(there, program), enter(there, program)]
  await here.until(() => othersOf(here).length === 1, 'the administrator')
  expect(othersOf(here)).toEqual(['Together admin'])
  for (const each of [first, again]) await each.until(() => othersOf(each).length === 1, 'the engineer')
  expect(othersOf(first)).toEqual(['Together engineer'])

  const third = await site.live(analyst.token)
  enter(third, program)
  for (const each of [here, first]) await each.until(() => othersOf(each).includes('Together analyst'), 'the analyst')
  first.end()
  third.close()
  await here.until(() => othersOf(here).length === 1, 'the analyst gone')
  expect(othersOf(here)).toEqual(['Together admin'])
  there.close()
  await here.until(() => othersOf(here).length === 0, 'nobody')
  const outside = enter(await site.live(members.VIEWER.token), program)
  expect(await outside.refusal()).toBe('NOT_FOUND')
})
