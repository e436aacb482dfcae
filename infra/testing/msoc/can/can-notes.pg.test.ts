import { expect, test } from 'vitest'
import { notesAtMost } from '@carapace/api/src/msoc/can/notes.queries.ts'

import { startInstallation } from '../../support/installation.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const bravo = await site.organisation('Bravo')
const { ADMIN: admin, ANALYST: analyst, ENGINEER: engineer, VIEWER: viewer } = alpha.members
const { body: registered } = await site.call(admin.token, 'msoc/v1/assets/save-vehicle', { vin: 'WNOTES1' })
const vehicle = { subject: 'vehicle', subject_uuid: registered.vehicle.uuid as string }
const at = Date.UTC(2026, 4, 1) + 0.25

const save = (token: string, input: object) =>
  site.call(token, 'msoc/v1/can/notes/save', {
    ...vehicle,
    at_ms: at,
    bus: 'can0',
    id: 0x1a0,
    text: 'a step',
    ...input,
  })
const list = async (token: string, query: object = {}) =>
  (await site.get(token, 'msoc/v1/can/notes', { ...vehicle, ...query })).body.notes as {
    uuid: string
    text: string
    own: boolean
    revision: number
    at_ms: number
    author: string
  }[]

test('a note has its time to the microsecond, and its author', async () => {
  const { status, body } = await save(analyst.token, { ext: true })
  expect([status, body.note]).toEqual([
    200,
    {
      uuid: body.note.uuid,
      ...vehicle,
      at_ms: at,
      bus: 'can0',
      id: 0x1a0,
      ext: true,
      text: 'a step',
      author: 'Alpha analyst',
      own: true,
      created_at: body.note.created_at,
      revision: 1,
    },
  ])
  expect(await list(engineer.token)).toMatchObject([{ uuid: body.note.uuid, own: false, author: 'Alpha analyst' }])
  expect(await list(analyst.token, { from_ms: at + 1 })).toEqual([])
  expect(await list(analyst.token, { from_ms: at, to_ms: at })).toHaveLength(1)
})

test('notes are listed in the order of their times', async () => {
  await save(analyst.token, { at_ms: at + 9, text: 'later' })
  await save(analyst.token, { at_ms: at - 9, text: 'sooner', bus: null, id: null })
  expect((await list(viewer.token)).map(({ text }) => text)).toEqual(['sooner', 'a step', 'later'])
})

test('only its author changes a note, at the revision last read; an administrator deletes it', async () => {
  const { note } = (await save(engineer.token, { text: 'first' })).body
  const changed = { uuid: note.uuid, revision: 1, text: 'second' }
  expect((await save(admin.token, changed)).body.code).toBe('ROLE_REQUIRED')
  expect((await save(viewer.token, changed)).body.code).toBe('ROLE_REQUIRED')
  expect((await save(engineer.token, { ...changed, revision: 2 })).body.code).toBe('ROW_CHANGED')
  expect((await save(engineer.token, { uuid: note.uuid, text: 'no revision' })).body.code).toBe('ROW_CHANGED')
  expect((await save(engineer.token, changed)).body.note).toMatchObject({
    text: 'second',
    revision: 2,
    author: 'Alpha engineer',
  })
  const remove = (token: string, revision: number) =>
    site.call(token, 'msoc/v1/can/notes/delete', { uuid: note.uuid, revision })
  expect((await remove(analyst.token, 2)).body.code).toBe('ROLE_REQUIRED')
  expect((await remove(admin.token, 1)).body.code).toBe('ROW_CHANGED')
  expect((await remove(admin.token, 2)).status).toBe(200)
  expect((await list(engineer.token)).map(({ uuid }) => uuid)).not.toContain(note.uuid)
  const audited = await site.sql`SELECT action
      FROM audit_log
      WHERE org_uuid = ${alpha.org.uuid}
      AND subject_uuid = ${vehicle.subject_uuid}
      AND action LIKE '%CAN note'
      ORDER BY id DESC
      LIMIT 3`
  expect(audited.map(({ action }) => action)).toEqual(['delete CAN note', 'change CAN note', 'add CAN note'])
})

test('a note must be about an object of the organisation', async () => {
  for (const subject of ['vehicle', 'capture', 'alert']) {
    expect((await save(analyst.token, { subject, subject_uuid: crypto.randomUUID() })).body.code).toBe('NOT_FOUND')
  }
  expect((await save(bravo.members.ADMIN.token, {})).body.code).toBe('NOT_FOUND')
  expect(await list(bravo.members.ADMIN.token)).toEqual([])
})

test('the number of notes per subject is limited; the latest thousand are listed', async () => {
  const { body } = await site.call(admin.token, 'msoc/v1/assets/save-vehicle', { vin: 'WNOTES2' })
  const many = { subject: 'vehicle', subject_uuid: body.vehicle.uuid as string }
  await site.sql`
    INSERT INTO can_notes (org_uuid, subject, subject_uuid, at_ms, text, author_uuid, author)
   
    SELECT ${alpha.org.uuid}, 'vehicle', ${many.subject_uuid}, n, 'note ' || n, ${admin.uuid}, 'x'
    FROM generate_series(1, ${notesAtMost}::int) n`
  expect((await save(analyst.token, many)).body).toMatchObject({
    code: 'RULE_REFUSED',
    message: 'At most 10,000 notes are kept of one vehicle; delete some.',
  })
  const notes = await list(analyst.token, many)
  expect([notes.length, notes[0]!.text, notes.at(-1)!.text]).toEqual([1_000, 'note 9001', 'note 10000'])
})

test("a user's notes are in the export of their data, and lose their author's name on erasure", async () => {
  const { body: mine } = await site.get(engineer.token, 'v2/app/my-data')
  expect(JSON.stringify(mine)).not.toContain('"can_notes":[{')
  await save(engineer.token, { text: 'mine' })
  const { body: myData } = await site.get(engineer.token, 'v2/app/my-data')
  expect(JSON.stringify(myData)).toContain('"text":"mine"')
  const revision = async () =>
    (await site.sql<{ revision: number }[]>`SELECT revision FROM users WHERE uuid = ${engineer.uuid}`)[0]!.revision
  await site.call(admin.token, 'v2/app/update-member', {
    uuid: engineer.uuid,
    revision: await revision(),
    active: false,
  })
  expect(
    (await site.call(admin.token, 'v2/app/erase-member', { uuid: engineer.uuid, revision: await revision() })).status,
  ).toBe(200)
  expect(await list(admin.token)).toContainEqual(expect.objectContaining({ text: 'mine', author: 'Former member' }))
})
