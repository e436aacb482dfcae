import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { pagesOf } from '@carapace/api/src/core/documents/pdf-text.fixture.ts'
import { forgetShifts } from '@carapace/api/src/msoc/shifts/personal-data.queries.ts'
import { shiftService } from '@carapace/api/src/msoc/shifts/shifts.ts'
import { saveCaseMembers, updateCase } from '@carapace/shared/msoc/cases/cases.contract'
import {
  acceptHandover,
  type BoardChanges,
  type BoardPart,
  deleteWatchItem,
  getHandover,
  listHandovers,
  printHandover,
  saveNotes,
  saveWatchItem,
  signHandover,
} from '@carapace/shared/msoc/shifts/handovers.contract'
import { savePanel } from '@carapace/shared/msoc/panels/panels.contract'
import { deleteOverride, getRota, saveOverride, saveShift } from '@carapace/shared/msoc/shifts/shifts.contract'

import { idsEvent, theAlert } from '../../support/events.ts'
import { type Organisation, startInstallation } from '../../support/installation.ts'

const site = await startInstallation()

const today = new Date().toISOString().slice(0, 10)
const everyDay = [1, 2, 3, 4, 5, 6, 7]

/** A shift of the whole day with the analyst alone. */
async function shiftOf({ members }: Organisation, fields: object = {}) {
  const { shift } = await site.request(members.ANALYST.token, saveShift, {
    name: 'Day',
    days: everyDay,
    from: '00:00',
    to: '23:59',
    zone: 'UTC',
    members: [members.ANALYST.uuid],
    rotation: 'together',
    starts_on: today,
    ends_on: null,
    ...fields,
  })
  return shift
}

test('[SHIFT-6] the rota tells who is on shift; absences and members without a role count', async () => {
  const org = await site.organisation('Rota')
  const { ADMIN: admin, ANALYST: analyst, VIEWER: viewer } = org.members
  const isOn = (uuid: string) => shiftService.isOnShift(site.db, org.org, uuid, new Date())
  expect(await isOn(analyst.uuid)).toBeUndefined()
  const shift = await shiftOf(org)
  expect([await isOn(analyst.uuid), await isOn(admin.uuid)]).toEqual([true, false])
  expect((await shiftService.onShift(site.db, org.org, new Date()))[0]).toMatchObject({ members: [analyst.uuid] })

  const { uuid } = await site.request(analyst.token, saveOverride, {
    shift_uuid: shift.uuid,
    date: today,
    member: analyst.uuid,
    substitute: admin.uuid,
    note: 'Training',
  })
  expect([await isOn(analyst.uuid), await isOn(admin.uuid)]).toEqual([false, true])
  const rota = await site.request(viewer.token, getRota, {})
  expect(rota.on_shift).toMatchObject([{ name: 'Rota admin', shift: 'Day' }])
  expect(rota.overrides).toMatchObject([{ member: { name: 'Rota analyst' }, substitute: { name: 'Rota admin' } }])

  await site.request(analyst.token, deleteOverride, { uuid })
  expect(await isOn(analyst.uuid)).toBe(true)
  await site.sql`UPDATE users SET role = 'VIEWER' WHERE uuid = ${analyst.uuid}`
  expect(await isOn(analyst.uuid)).toBe(false)
})

test('[SHIFT-3] [SHIFT-6] [SHIFT-7] who leaves keeps their place in the turns', async () => {
  const org = await site.organisation('Leaving')
  const { ADMIN: admin, ANALYST: analyst } = org.members
  const [left] = await site.sql<{ uuid: string }[]>`
    INSERT INTO users (org_uuid, name, email, password_hash, role)
    SELECT org_uuid, 'Leaver', 'leaver@leaving.example', password_hash, 'ANALYST' FROM users WHERE uuid = ${admin.uuid}
    RETURNING uuid`
  const shift = await shiftOf(org, { members: [left!.uuid, analyst.uuid, admin.uuid], rotation: 'each' })
  const onShift = async (days: number) => {
    const noon = Date.parse(`${today}T12:00:00Z`) + days * 86_400_000
    return (await shiftService.onShift(site.db, org.org, new Date(noon)))[0]!.members
  }
  const turns = () => Promise.all([0, 1, 2, 3].map(onShift))
  expect(await turns()).toEqual([[left!.uuid], [analyst.uuid], [admin.uuid], [left!.uuid]])
  await site.sql`UPDATE users SET active = false WHERE uuid = ${left!.uuid}`
  expect(await turns()).toEqual([[], [analyst.uuid], [admin.uuid], []])
  const { shift: renamed } = await site.request(admin.token, saveShift, { ...shift, name: 'Renamed' })
  expect(await turns()).toEqual([[], [analyst.uuid], [admin.uuid], []])
  const person = { uuid: left!.uuid, email: 'leaver@leaving.example', names: ['Leaver'] }
  await site.db.transaction((tx) => forgetShifts(tx, org.org, person))
  expect(await turns()).toEqual([[], [analyst.uuid], [admin.uuid], []])
  await site.request(admin.token, saveShift, { ...renamed, members: [analyst.uuid, admin.uuid] })
  expect(await turns()).toEqual([[analyst.uuid], [admin.uuid], [analyst.uuid], [admin.uuid]])
})

test('[SHIFT-7] [SHIFT-4] viewers change nothing; a stale shift and an impossible absence are refused', async () => {
  const org = await site.organisation('Refusals')
  const { ADMIN: admin, ANALYST: analyst, VIEWER: viewer, ENGINEER: engineer } = org.members
  const shift = await shiftOf(org, { days: everyDay, starts_on: today, ends_on: today })
  const { uuid, revision, ...fields } = shift
  const changed = await site.request(admin.token, saveShift, { uuid, revision, ...fields, name: 'Renamed' })
  expect(changed.shift).toMatchObject({ name: 'Renamed', revision: 2 })
  expect(await site.refusal(analyst.token, saveShift, shift)).toMatchObject({ code: 'ROW_CHANGED' })
  expect(await site.refusal(viewer.token, saveShift, shift)).toMatchObject({ code: 'ROLE_REQUIRED' })
  const refusedFor = async (override: object) =>
    (await site.refusal(analyst.token, saveOverride, { shift_uuid: uuid, date: today, substitute: null, ...override }))
      .errors
  expect(await refusedFor({ member: admin.uuid })).toHaveProperty('member')
  expect(await refusedFor({ member: analyst.uuid, date: '2020-01-01' })).toHaveProperty('date')
  expect(await refusedFor({ member: analyst.uuid, substitute: engineer.uuid })).toHaveProperty('substitute')
  expect((await site.refusal(analyst.token, saveShift, { ...fields, members: [viewer.uuid] })).errors).toHaveProperty(
    'members',
  )
})

test('[SHIFT-10] [SHIFT-12] [SHIFT-13] [SHIFT-14] [SHIFT-16] one hands over, the other accepts', async () => {
  const org = await site.organisation('Handover')
  const { ADMIN: admin, ANALYST: analyst, VIEWER: viewer } = org.members
  const shift = await shiftOf(org)
  const turn = { shift_uuid: shift.uuid, date: today }
  await site.post(org.key, [idsEvent('HAND1'), idsEvent('HAND2'), idsEvent('HAND3')])
  const [first, second, third] = await Promise.all(
    ['HAND1', 'HAND2', 'HAND3'].map((vehicle) => theAlert(site, org, { vehicle })),
  )
  const close = { uuids: [first!.uuid], change: { status: 'CLOSED', resolution: 'FALSE_POSITIVE' } }
  await site.call(analyst.token, 'msoc/v1/alerts/update', close)
  const { body } = await site.call(analyst.token, 'msoc/v1/cases/create', {
    title: 'Hand me over',
    alert_uuids: [second!.uuid],
  })
  await site.call(analyst.token, 'msoc/v1/cases/comment', { uuid: body.case.uuid, text: 'Seen' })
  const task = { case_uuid: body.case.uuid, title: 'Call the driver' }
  await site.call(analyst.token, 'msoc/v1/cases/tasks/save', task)
  await site.sql`UPDATE alerts SET overdue_at = now() WHERE uuid = ${third!.uuid}`

  const { figures, members, next } = await site.request(viewer.token, getHandover, turn)
  const severity = third!.severity
  expect(figures).toMatchObject({
    raised: { [severity]: 3 },
    closed: { [severity]: 1 },
    escalated: { [severity]: 1 },
    open: { [severity]: 2 },
    overdue: 1,
    cases_opened: 1,
    cases_closed: 0,
    cases_open: 1,
    comments: 1,
    cases: [{ title: 'Hand me over', what: 'opened' }],
    tasks: [{ title: 'Call the driver', case_number: body.case.number, owner: null, due_at: null }],
    overdue_alerts: [{ number: third!.number, vin: 'HAND3' }],
  })
  const ascending = (a: number, b: number) => a - b
  expect(figures.notable.map(({ number }) => number).sort(ascending)).toEqual(
    [second!.number, third!.number].sort(ascending),
  )
  expect(members).toMatchObject([{ name: 'Handover analyst' }])
  expect(next).toMatchObject({ shift: 'Day', members: [{ name: 'Handover analyst' }] })

  const { notes } = await site.request(analyst.token, saveNotes, { ...turn, text: '**Watch** HAND3', revision: 0 })
  expect(notes).toMatchObject({ revision: 1, author: 'Handover analyst' })
  expect(await site.refusal(admin.token, saveNotes, { ...turn, text: 'Mine', revision: 0 })).toMatchObject({
    code: 'ROW_CHANGED',
  })

  const { handover } = await site.request(analyst.token, signHandover, { ...turn, notes_revision: 1 })
  expect(handover).toMatchObject({ signed: { name: 'Handover analyst' }, accepted: null })
  expect(await site.refusal(analyst.token, signHandover, { ...turn, notes_revision: 1 })).toMatchObject({
    code: 'RULE_REFUSED',
  })
  expect(await site.refusal(analyst.token, acceptHandover, { uuid: handover.uuid })).toMatchObject({
    code: 'RULE_REFUSED',
  })
  expect(await site.refusal(analyst.token, saveNotes, { ...turn, text: 'Late', revision: 1 })).toMatchObject({
    code: 'RULE_REFUSED',
  })
  // what was signed stays as it was
  await site.post(org.key, [idsEvent('HAND4')])
  const signed = await site.request(admin.token, getHandover, turn)
  expect(signed.figures.raised).toEqual(figures.raised)
  expect(signed.notes.text).toBe('**Watch** HAND3')

  const accepted = await site.request(admin.token, acceptHandover, { uuid: handover.uuid })
  expect(accepted.handover.accepted).toMatchObject({ name: 'Handover admin' })
  expect(await site.refusal(admin.token, acceptHandover, { uuid: handover.uuid })).toMatchObject({
    code: 'RULE_REFUSED',
  })
  expect((await site.request(viewer.token, listHandovers, {})).handovers).toMatchObject([{ uuid: handover.uuid }])
  expect(await site.request(viewer.token, printHandover, { uuid: handover.uuid })).toMatch(/^%PDF/)
})

test('[SHIFT-10] figures of a shift are those of its end, also when they are read later', async () => {
  const org = await site.organisation('Later')
  const { VIEWER: viewer } = org.members
  const names = ['OPEN', 'CLOSED', 'MERGED', 'CLOSED LATER', 'OVERDUE LATER', 'RAISED LATER', 'FOLDED', 'DUE']
  await site.post(
    org.key,
    names.map((_, index) => idsEvent(`LATER${index}`)),
  )
  const found = await Promise.all(names.map((_, index) => theAlert(site, org, { vehicle: `LATER${index}` })))
  const uuids = new Map(names.map((name, index) => [name, found[index]!.uuid]))
  const uuidOf = (name: string) => uuids.get(name)!
  // the shift of yesterday: it ended at 23:59
  const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10)
  const [within, after] = [`${yesterday}T12:00:00Z`, `${yesterday}T23:59:30Z`]
  await site.sql`UPDATE alerts SET raised_at = ${within} WHERE org_uuid = ${org.org.uuid}`
  await site.sql`UPDATE alerts SET raised_at = ${after} WHERE uuid = ${uuidOf('RAISED LATER')}`
  await site.sql`
    UPDATE alerts SET status = 'CLOSED', resolution = 'UNKNOWN', closed_at = ${within}
    WHERE uuid IN (${uuidOf('CLOSED')}, ${uuidOf('FOLDED')})`
  await site.sql`UPDATE alerts SET folded_into = ${uuidOf('OPEN')} WHERE uuid = ${uuidOf('FOLDED')}`
  await site.sql`UPDATE alerts SET status = 'MERGED', closed_at = ${within} WHERE uuid = ${uuidOf('MERGED')}`
  await site.sql`
    UPDATE alerts SET status = 'CLOSED', resolution = 'UNKNOWN', closed_at = ${after}, overdue_at = ${within}
    WHERE uuid = ${uuidOf('CLOSED LATER')}`
  await site.sql`UPDATE alerts SET overdue_at = ${after} WHERE uuid = ${uuidOf('OVERDUE LATER')}`
  await site.sql`UPDATE alerts SET overdue_at = ${within} WHERE uuid = ${uuidOf('DUE')}`
  const cases = await site.sql<{ uuid: string; title: string }[]>`
    INSERT INTO cases (org_uuid, number, title, severity, created_at, closed_at, stage)
    VALUES (${org.org.uuid}, 901, 'Open', 4, ${within}, NULL, 'NEW'),
      (${org.org.uuid}, 902, 'Closed', 4, ${within}, ${within}, 'CLOSED'),
      (${org.org.uuid}, 903, 'Closed later', 4, ${within}, ${after}, 'CLOSED'),
      (${org.org.uuid}, 904, 'Opened later', 4, ${after}, NULL, 'NEW')
    RETURNING uuid, title`
  const open = cases.find(({ title }) => title === 'Open')!.uuid
  await site.sql`
    INSERT INTO case_tasks (org_uuid, case_uuid, title, state, created_at, done_at)
    VALUES (${org.org.uuid}, ${open}, 'To do', 'OPEN', ${within}, NULL),
      (${org.org.uuid}, ${open}, 'Done', 'DONE', ${within}, ${within}),
      (${org.org.uuid}, ${open}, 'Done later', 'DONE', ${within}, ${after}),
      (${org.org.uuid}, ${open}, 'Cancelled', 'CANCELLED', ${within}, NULL),
      (${org.org.uuid}, ${open}, 'Added later', 'OPEN', ${after}, NULL)`
  const shift = await shiftOf(org, { starts_on: yesterday })
  const { figures } = await site.request(viewer.token, getHandover, { shift_uuid: shift.uuid, date: yesterday })
  const { severity } = found[0]!
  expect(figures).toMatchObject({
    raised: { [severity]: 6 },
    closed: { [severity]: 1 },
    open: { [severity]: 4 },
    overdue: 2,
    cases_open: 2,
  })
  const titles = (some: readonly { title: string }[]) => some.map(({ title }) => title).toSorted()
  expect(figures.overdue_alerts.map(({ uuid }) => uuid).toSorted()).toEqual(
    [uuidOf('CLOSED LATER'), uuidOf('DUE')].toSorted(),
  )
  expect(titles(figures.open_cases)).toEqual(['Closed later', 'Open'])
  expect(titles(figures.tasks)).toEqual(['Done later', 'To do'])
})

test('[SHIFT-13] only who is on the shift, or an administrator, signs it, and not before it begins', async () => {
  const org = await site.organisation('Signing')
  const { ADMIN: admin, ANALYST: analyst } = org.members
  const shift = await shiftOf(org, { members: [admin.uuid] })
  const turn = { shift_uuid: shift.uuid, date: today }
  const signing = { ...turn, notes_revision: 0 }
  expect(await site.refusal(analyst.token, signHandover, signing)).toMatchObject({ code: 'ROLE_REQUIRED' })
  const later = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  expect(await site.refusal(admin.token, signHandover, { ...signing, date: later })).toMatchObject({
    code: 'RULE_REFUSED',
  })
  expect((await site.request(admin.token, signHandover, signing)).handover.shift).toBe('Day')
})

test('[SHIFT-13] who has not read the latest notes does not sign, also while these are being saved', async () => {
  const org = await site.organisation('Racing')
  const { ADMIN: admin, ANALYST: analyst } = org.members
  const shift = await shiftOf(org)
  const turn = { shift_uuid: shift.uuid, date: today }
  await site.request(analyst.token, saveNotes, { ...turn, text: 'First', revision: 0 })
  expect(await site.refusal(analyst.token, signHandover, { ...turn, notes_revision: 0 })).toMatchObject({
    code: 'ROW_CHANGED',
  })
  const waiting = () =>
    site.sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  let saved: Promise<unknown> = Promise.resolve()
  let signed: Promise<{ code: string }> | undefined
  await site.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT 1 FROM shift_notes WHERE shift_uuid = ${shift.uuid} FOR UPDATE`)
    saved = site.request(admin.token, saveNotes, { ...turn, text: 'Second', revision: 1 })
    await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), { timeout: 20_000 })
    signed = site.refusal(analyst.token, signHandover, { ...turn, notes_revision: 1 })
    await vi.waitFor(async () => expect(await waiting()).toHaveLength(2), { timeout: 20_000 })
  })
  await saved
  expect(await signed).toMatchObject({ code: 'ROW_CHANGED' })
  const { handover } = await site.request(analyst.token, signHandover, { ...turn, notes_revision: 2 })
  expect((await site.request(admin.token, getHandover, turn)).notes.text).toBe('Second')
  expect(handover.signed.name).toBe('Racing analyst')
})

test('[SHIFT-13] a signed hand-over names its people, whatever the rota is now', async () => {
  const org = await site.organisation('Past people')
  const { ADMIN: admin, ANALYST: analyst } = org.members
  const shift = await shiftOf(org, { members: [analyst.uuid, admin.uuid], rotation: 'each' })
  const turn = { shift_uuid: shift.uuid, date: today }
  const { handover } = await site.request(admin.token, signHandover, { ...turn, notes_revision: 0 })
  await site.request(admin.token, saveShift, { ...shift, members: [admin.uuid], days: everyDay })
  expect(await site.request(admin.token, getHandover, turn)).toMatchObject({
    members: [{ uuid: analyst.uuid, name: 'Past people analyst' }],
    next: { shift: 'Day', members: [{ uuid: admin.uuid, name: 'Past people admin' }] },
  })
  // one that was signed before people were kept
  await site.sql`UPDATE handovers SET snapshot = snapshot - 'people' WHERE uuid = ${handover.uuid}`
  expect(await site.request(admin.token, getHandover, turn)).toMatchObject({ members: [{ uuid: admin.uuid }] })
})

test('[CASE-9] [SHIFT-13] [SHIFT-16] a case made need-to-know leaves signed hand-overs for others', async () => {
  const org = await site.organisation('Secrets')
  const { ADMIN: admin, VIEWER: viewer } = org.members
  const shift = await shiftOf(org)
  const turn = { shift_uuid: shift.uuid, date: today }
  await site.post(org.key, [idsEvent('SECRET1'), idsEvent('SECRET2')])
  const [hidden, open] = await Promise.all(
    ['SECRET1', 'SECRET2'].map(async (vehicle) => {
      const { uuid } = await theAlert(site, org, { vehicle })
      const { body } = await site.call(admin.token, 'msoc/v1/cases/create', {
        title: `Case of ${vehicle}`,
        alert_uuids: [uuid],
      })
      const { uuid: caseUuid, number } = body.case
      await site.call(admin.token, 'msoc/v1/cases/tasks/save', { case_uuid: caseUuid, title: `Task of ${vehicle}` })
      await site.request(admin.token, saveWatchItem, { kind: 'case', subject: `CAS-${number}`, note: vehicle })
      return body.case as { uuid: string; revision: number }
    }),
  )
  const { handover } = await site.request(admin.token, signHandover, { ...turn, notes_revision: 0 })
  const texts = async (token: string) => {
    const { figures } = await site.request(token, getHandover, turn)
    const { cases, open_cases: still, tasks, watch } = figures
    const response = await fetch(`${site.apiUrl}${printHandover.path}?uuid=${handover.uuid}`, {
      headers: { 'access-token': token },
    })
    const pages = pagesOf(Buffer.from(await response.arrayBuffer()))
    const printed = pages.flatMap(({ lines }) => lines.map(({ text }) => text)).join(' ')
    return [cases, still, tasks, watch].map((some) => some.length).concat(printed.match(/of SECRET1/g)?.length ?? 0)
  }
  const all = await texts(viewer.token)
  expect(all.slice(0, 4)).toEqual([2, 2, 2, 2])
  expect(all[4]).toBeGreaterThan(0)

  const { uuid, revision } = hidden!
  await site.request(admin.token, updateCase, { uuid, revision, need_to_know: true })
  expect(await texts(viewer.token)).toEqual([1, 1, 1, 1, 0])
  expect((await site.request(viewer.token, getHandover, turn)).figures.cases).toMatchObject([{ uuid: open!.uuid }])
  expect(await texts(admin.token)).toEqual(all)
  await site.request(admin.token, saveCaseMembers, { uuid, add: [viewer.uuid] })
  expect(await texts(viewer.token)).toEqual(all)
})

test('[SHIFT-11] after an early sign-off the next hand-over begins where it ended', async () => {
  const org = await site.organisation('Early')
  const { ADMIN: admin } = org.members
  const hour = 3_600_000
  const clock = (at: number) => new Date(at).toISOString().slice(11, 16)
  const shift = await shiftOf(org, { from: clock(Date.now() + hour), to: clock(Date.now() + 2 * hour) })
  const date = new Date(Date.now() + hour).toISOString().slice(0, 10)
  const ended = new Date(Date.now() - 60_000)
  await site.sql`
    INSERT INTO handovers (org_uuid, shift_uuid, shift, date, "from", "to", snapshot, signed_by_uuid, signed_by)
    VALUES (${org.org.uuid}, ${shift.uuid}, 'Before', '2020-01-01', now() - interval '8 hours', ${ended}, '{}',
      ${admin.uuid}, 'x')`
  const { from } = await site.request(admin.token, getHandover, { shift_uuid: shift.uuid, date })
  expect(from).toBe(ended.toISOString())
})

test('[SHIFT-17] the channel reports which part has changed, of the organisation alone', async () => {
  const org = await site.organisation('Board')
  const { ADMIN: admin, ANALYST: analyst, VIEWER: viewer } = org.members
  const board = (await site.live(viewer.token)).subscribe('msoc.board', {})
  const counts = { ...((await board.snapshot()).data as BoardChanges) }
  const reports = async (part: BoardPart) => {
    counts[part] += 1
    await expect.poll(() => board.changes.at(-1), { timeout: 20_000 }).toEqual(counts)
  }
  await shiftOf(await site.organisation('Other board'))
  const shift = await shiftOf(org)
  await reports('rota')
  const turn = { shift_uuid: shift.uuid, date: today }
  await site.request(analyst.token, saveNotes, { ...turn, text: 'Notes', revision: 0 })
  await reports('notes')
  await site.post(org.key, [idsEvent('BOARD1')])
  await theAlert(site, org, { vehicle: 'BOARD1' })
  await site.request(analyst.token, saveWatchItem, { kind: 'vehicle', subject: 'BOARD1' })
  await reports('watch')
  const { handover } = await site.request(analyst.token, signHandover, { ...turn, notes_revision: 1 })
  await reports('handovers')
  await site.request(admin.token, acceptHandover, { uuid: handover.uuid })
  await reports('handovers')
  await site.request(admin.token, savePanel, {
    name: 'Alerts',
    query: { subject: 'alerts', measure: 'count' },
    chart: 'number',
    width: 1,
    height: 1,
    shared: false,
    on_wall: false,
  })
  await reports('panels')
})

test('[SHIFT-15] alerts, cases and vehicles are pinned by their names, once, and taken off', async () => {
  const org = await site.organisation('Pins')
  const { ANALYST: analyst } = org.members
  await site.post(org.key, [idsEvent('PIN1')])
  const alert = await theAlert(site, org, { vehicle: 'PIN1' })
  const pin = (input: object) => site.request(analyst.token, saveWatchItem, input as never)
  const { item } = await pin({ kind: 'alert', subject: `ALR-${alert.number}`, note: 'Again?' })
  expect(item).toMatchObject({ name: `ALR-${alert.number}`, status: 'NEW', note: 'Again?', author: 'Pins analyst' })
  expect((await pin({ kind: 'alert', subject: alert.uuid, note: 'Yes' })).item).toMatchObject({
    uuid: item.uuid,
    note: 'Yes',
    revision: 2,
  })
  expect((await pin({ kind: 'vehicle', subject: 'PIN1' })).item).toMatchObject({ name: 'PIN1', status: null })
  expect((await site.refusal(analyst.token, saveWatchItem, { kind: 'case', subject: 'CAS-99' })).errors).toHaveProperty(
    'subject',
  )
  await site.request(analyst.token, deleteWatchItem, { uuid: item.uuid })
  const viewer = await site.live(analyst.token)
  const board = viewer.subscribe('msoc.board', {})
  const before = (await board.snapshot()).data as { watch: number }
  await pin({ kind: 'alert', subject: alert.uuid, note: 'Once more' })
  await expect.poll(() => (board.changes.at(-1) as { watch: number } | undefined)?.watch).toBe(before.watch + 1)
})
