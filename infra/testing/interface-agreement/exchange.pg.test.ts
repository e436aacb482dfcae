import { notifyOfOverdue } from '@carapace/api/src/interface-agreement/exchange/overdue-notices.ts'
import type { NewNotification } from '@carapace/api/src/core/notifications.ts'
import { expect, test, vi } from 'vitest'
import { openBus } from '@carapace/shared/core/bus/bus'
import type { InputOf } from '@carapace/shared/core/endpoint'
import { saveArtefacts } from '@carapace/shared/graph/artefacts/artefacts.contract'
import {
  getAgreementCompliance,
  getAgreementRow,
  getAgreementRowsOfArtefacts,
  giveReceipt,
  handOver,
  listDeliveries,
  reportEvent,
} from '@carapace/shared/interface-agreement/row-details.contract'
import { topics } from '@carapace/shared/interface-agreement/topics'

import { createProgram, writeArtefacts } from '../support/factories.ts'
import { addSoftware } from '../support/software.ts'
import { type Member, startInstallation } from '../support/installation.ts'
import { agreedBetween, rowOf } from './parties.fixture.ts'

const site = await startInstallation()
const [customer, supplier, outsider] = await Promise.all([
  site.organisation('Customer'),
  site.organisation('Supplier'),
  site.organisation('Outsider'),
])
const ours = customer.members
const theirs = supplier.members
const tara = rowOf('WP-09-02')
const goals = rowOf('WP-09-03')
const ofSupplier = { supplier_r: true } as const

const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

type HandOver = Partial<InputOf<typeof handOver>>

const given = (agreement: string, input: HandOver = {}) => ({
  agreement_uuid: agreement,
  row: tara,
  kind: 'handover' as const,
  version: '1.0',
  ...input,
})

async function handedOver(member: Member, agreement: string, input: HandOver = {}): Promise<string> {
  return (await site.request(member.token, handOver, given(agreement, input))).uuid
}

/** Moves a delivery into the past. */
const backdated = (uuid: string, days: number) =>
  site.sql`UPDATE agreement_deliveries SET at = now() + make_interval(days => ${days}) WHERE uuid = ${uuid}`

const receipt = (member: Member, agreement: string, uuid: string, answer: Partial<InputOf<typeof giveReceipt>> = {}) =>
  site.call(member.token, giveReceipt.path, { agreement_uuid: agreement, uuid, verdict: 'received', ...answer })

const deliveriesSeen = async (member: Member, agreement: string) =>
  (await site.request(member.token, listDeliveries, { agreement_uuid: agreement })).deliveries

async function compliance(member: Member, agreement: string, row = tara) {
  const { rows, ...rest } = await site.request(member.token, getAgreementCompliance, { agreement_uuid: agreement })
  return { ...rest, ...rows.find((one) => one.row === row)!, rows }
}

async function uploaded(member: Member, agreement: string, row = tara): Promise<string> {
  const query = { agreement_uuid: agreement, row, file_name: 'TARA.pdf' }
  return (await site.upload(member.token, 'v2/app/upload-agreement-file', query, 'the analysis')).body.file.uuid
}

test('[AGREEMENT-33] a hand-over has files, artefacts as they are now, or at least a version', async () => {
  const { uuid: program } = await createProgram(site, theirs.ENGINEER.token)
  const agreement = await agreedBetween(site, customer, supplier, { programs: { supplier: program } })
  const empty = await site.refusal(theirs.ENGINEER.token, handOver, given(agreement, { version: '' }))
  expect(empty).toMatchObject({ status: 400, code: 'INVALID_INPUT' })

  const [threat] = await writeArtefacts(site, theirs.ENGINEER.token, program, {
    kind: 'threat-scenario',
    title: 'Unlocked by replay',
  })
  const file = await uploaded(theirs.ENGINEER, agreement)
  const uuid = await handedOver(theirs.ENGINEER, agreement, {
    version: '',
    note: 'As agreed',
    files: [file],
    artefacts: [threat!.uuid],
  })
  await writeArtefacts(site, theirs.ENGINEER.token, program, {
    uuid: threat!.uuid,
    kind: 'threat-scenario',
    revision: 1,
    title: 'Renamed since',
  })
  const [delivery] = await deliveriesSeen(ours.ENGINEER, agreement)
  expect(delivery).toMatchObject({
    uuid,
    row: tara,
    title: 'TARA',
    side: 'supplier',
    party: 'Supplier',
    kind: 'handover',
    note: 'As agreed',
    author: 'Supplier engineer',
    evidence: [{ uuid: threat!.uuid, code: threat!.code, title: 'Unlocked by replay', revision: 1 }],
    receipt: null,
  })
  expect(delivery!.files.map((one) => [one.uuid, one.delivery_uuid])).toEqual([[file, uuid]])
  const details = await site.request(ours.ENGINEER.token, getAgreementRow, { agreement_uuid: agreement, row: tara })
  expect(details.deliveries).toEqual([delivery])

  const removed = await site.call(theirs.ENGINEER.token, 'v2/app/remove-agreement-file', {
    agreement_uuid: agreement,
    uuid: file,
  })
  expect(removed.body).toMatchObject({ code: 'RULE_REFUSED' })
  const again = await site.refusal(theirs.ENGINEER.token, handOver, given(agreement, { files: [file] }))
  expect(again).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
})

test('[AGREEMENT-33] files of the other side or another row, and foreign artefacts, are refused', async () => {
  const { uuid: program } = await createProgram(site, ours.ENGINEER.token)
  const agreement = await agreedBetween(site, customer, supplier, { programs: { customer: program } })
  const [goal] = await writeArtefacts(site, ours.ENGINEER.token, program, { kind: 'goal', title: 'Theirs' })
  const tried: HandOver[] = [
    { files: [await uploaded(ours.ENGINEER, agreement)] },
    { files: [await uploaded(theirs.ENGINEER, agreement, goals)] },
    { artefacts: [goal!.uuid] },
  ]
  for (const input of tried) {
    const refused = await site.refusal(theirs.ENGINEER.token, handOver, given(agreement, input))
    expect(refused).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
  }
  expect(await deliveriesSeen(ours.ENGINEER, agreement)).toEqual([])
  const third = await site.refusal(theirs.VIEWER.token, handOver, given(agreement))
  expect(third.code).toBe('ROLE_REQUIRED')
  expect((await site.refusal(outsider.members.ADMIN.token, handOver, given(agreement))).status).toBe(404)
})

test('[AGREEMENT-33] bills of materials of the own program are handed over as they are now', async () => {
  const { uuid: program } = await createProgram(site, ours.ENGINEER.token, { name: 'With software' })
  const agreement = await agreedBetween(site, customer, supplier, { programs: { customer: program } })
  const { releaseUuid, softwareUuid } = await addSoftware(site, ours.ADMIN.token, 'Gateway')
  const bills = async (member: Member) =>
    (await site.request(member.token, getAgreementRow, { agreement_uuid: agreement, row: tara })).bills
  expect(await bills(ours.ENGINEER)).toEqual([])
  const handed = () =>
    site.call(ours.ENGINEER.token, handOver.path, given(agreement, { version: '', bills: [releaseUuid] }))
  expect(await handed()).toMatchObject({ status: 400, body: { errors: { bills: expect.any(String) } } })

  await site.sql`UPDATE software SET program_uuid = ${program} WHERE uuid = ${softwareUuid}`
  const bill = { uuid: releaseUuid, code: 'SW-001', title: 'Gateway image Gateway-1', revision: expect.any(Number) }
  expect(await bills(ours.ENGINEER)).toEqual([bill])
  expect(await bills(theirs.ENGINEER)).toEqual([])
  expect((await handed()).status).toBe(200)
  const [delivery] = await deliveriesSeen(theirs.ENGINEER, agreement)
  expect(delivery!.evidence).toEqual([bill])
})

test('[AGREEMENT-33] there is nobody to exchange with until the other side has joined', async () => {
  const agreement = await agreedBetween(site, customer, supplier, { isJoined: false })
  const refused = await site.refusal(ours.ENGINEER.token, handOver, given(agreement))
  expect(refused).toMatchObject({ code: 'RULE_REFUSED' })
  expect(refused.message).toContain('has not accepted the invitation yet')
})

test('[AGREEMENT-34] the other side confirms or returns a delivery, once; the own side gives no receipt', async () => {
  const agreement = await agreedBetween(site, customer, supplier, { thirdParty: [tara] })
  const uuid = await handedOver(theirs.ENGINEER, agreement)
  expect((await receipt(theirs.ADMIN, agreement, uuid)).body).toMatchObject({ code: 'RULE_REFUSED' })
  expect((await receipt(ours.VIEWER, agreement, uuid)).body).toMatchObject({ code: 'ROLE_REQUIRED' })
  expect((await receipt(outsider.members.ADMIN, agreement, uuid)).status).toBe(404)
  expect((await receipt(ours.ENGINEER, agreement, uuid, { verdict: 'returned' })).body).toMatchObject({
    code: 'INVALID_INPUT',
    errors: { reason: 'State why it is returned.' },
  })
  const reason = 'The risk values are missing.'
  expect((await receipt(ours.ENGINEER, agreement, uuid, { verdict: 'returned', reason })).status).toBe(200)
  const [delivery] = await deliveriesSeen(theirs.ENGINEER, agreement)
  expect(delivery!.receipt).toMatchObject({ verdict: 'returned', reason, by: 'Customer engineer' })
  expect((await receipt(ours.ADMIN, agreement, uuid)).body).toMatchObject({
    code: 'RULE_REFUSED',
    message: 'Customer engineer has answered this delivery already.',
  })

  const log = await site.sql`SELECT action, actor FROM agreement_log WHERE agreement_uuid = ${agreement} ORDER BY id`
  expect(log).toEqual([
    { action: 'delivered', actor: 'Supplier engineer' },
    { action: 'returned', actor: 'Customer engineer' },
  ])
  const notified = await site.sql`SELECT o.name, n.title FROM notifications n
    JOIN organisations o ON o.uuid = n.org_uuid WHERE n.href LIKE ${`%${agreement}%`} ORDER BY n.at`
  expect(notified).toEqual([
    { name: 'Customer', title: expect.stringMatching(`Door module, row ${tara}: handed over by Supplier engineer`) },
    { name: 'Supplier', title: expect.stringMatching(`Door module, row ${tara}: returned by Customer engineer`) },
  ])
})

test.for([
  { level: 'highly-confidential', named: 1, member: 0, thirdParty: 0 },
  { level: 'confidential', named: 1, member: 1, thirdParty: 0 },
  { level: 'confidential-with-third-party', named: 1, member: 1, thirdParty: 1 },
] as const)(
  '[AGREEMENT-9] a delivery at the level $level is in the lists of those who may see it, and only they answer it',
  async ({ level, ...seen }) => {
    const agreement = await agreedBetween(site, customer, supplier, {
      rows: { [tara]: { level_of_confidentiality: level } },
      thirdParty: [tara],
    })
    const uuid = await handedOver(theirs.ENGINEER, agreement, { note: 'SECRETNOTE' })
    const people = { named: ours.ADMIN, member: ours.ENGINEER, thirdParty: ours.VIEWER }
    for (const [access, member] of Object.entries(people)) {
      const count = seen[access as keyof typeof seen]
      expect(await deliveriesSeen(member, agreement)).toHaveLength(count)
      const details = await site.request(member.token, getAgreementRow, { agreement_uuid: agreement, row: tara })
      expect([details.deliveries.length, details.is_limited]).toEqual([count, count === 0])
    }
    const notified = await site.sql`SELECT count(*)::int AS people FROM notification_recipients r
      JOIN notifications n ON n.uuid = r.notification_uuid WHERE n.href LIKE ${`%${agreement}%`}`
    expect(notified).toEqual([{ people: seen.named + seen.member + seen.thirdParty }])
    expect((await receipt(ours.ENGINEER, agreement, uuid)).status).toBe(seen.member === 1 ? 200 : 404)
  },
)

test('[AGREEMENT-33] the log of deliveries comes in pages, the latest first', async () => {
  const agreement = await agreedBetween(site, customer, supplier)
  const made: string[] = []
  for (let at = 0; at < 5; at++) made.unshift(await handedOver(at % 2 ? ours.ENGINEER : theirs.ENGINEER, agreement))
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await site.request(ours.ENGINEER.token, listDeliveries, {
      agreement_uuid: agreement,
      limit: 2,
      cursor,
    })
    seen.push(...page.deliveries.map(({ uuid }) => uuid))
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  expect(seen).toEqual(made)
  const foreign = await site.refusal(ours.ENGINEER.token, listDeliveries, { agreement_uuid: agreement, cursor: '1' })
  expect(foreign).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
})

test('[AGREEMENT-10] what is due on a day is overdue on the day after, until it is exchanged', async () => {
  const agreement = await agreedBetween(site, customer, supplier, {
    rows: { [tara]: { ...ofSupplier, date: dayFrom(-1), update_cycle: 'once', status: 'open' } },
  })
  expect(await compliance(ours.ENGINEER, agreement)).toMatchObject({
    today: dayFrom(0),
    title: 'TARA',
    iso_reference: 'WP-09-02',
    status: 'open',
    responsible: ['supplier'],
    last: null,
    due: dayFrom(-1),
    is_overdue: true,
  })
  const returned = await handedOver(theirs.ENGINEER, agreement)
  expect(await compliance(ours.ENGINEER, agreement)).toMatchObject({
    last: { side: 'supplier', day: dayFrom(0), has_receipt: false },
    due: null,
    is_overdue: false,
  })
  await receipt(ours.ENGINEER, agreement, returned, { verdict: 'returned', reason: 'No.' })
  expect(await compliance(ours.ENGINEER, agreement)).toMatchObject({ last: null, due: dayFrom(-1), is_overdue: true })

  await receipt(ours.ENGINEER, agreement, await handedOver(theirs.ENGINEER, agreement))
  expect(await compliance(theirs.ENGINEER, agreement)).toMatchObject({
    last: { side: 'supplier', day: dayFrom(0), has_receipt: true },
    due: null,
  })
})

test('[AGREEMENT-10] what is updated in cycles is due a period of the cover after the last exchange', async () => {
  const agreement = await agreedBetween(site, customer, supplier, {
    rows: { [tara]: { ...ofSupplier, date: dayFrom(-40), update_cycle: 'cyclic' } },
    cover: { cycle_days: 30 },
  })
  await backdated(await handedOver(theirs.ENGINEER, agreement), -35)
  expect(await compliance(ours.ENGINEER, agreement)).toMatchObject({ due: dayFrom(-5), is_overdue: true })
  await handedOver(theirs.ENGINEER, agreement)
  expect(await compliance(ours.ENGINEER, agreement)).toMatchObject({ due: dayFrom(30), is_overdue: false })
})

test('[AGREEMENT-10] an event that either side reports is followed by an exchange some days later', async () => {
  const agreement = await agreedBetween(site, customer, supplier, {
    rows: { [tara]: { ...ofSupplier, update_cycle: 'on-event' } },
    cover: { event_days: 3 },
  })
  await backdated(await handedOver(theirs.ENGINEER, agreement), -20)
  expect((await compliance(ours.ENGINEER, agreement)).due).toBeNull()
  const event = { agreement_uuid: agreement, row: tara, day: dayFrom(-10), reason: 'A new attack was published' }
  await site.request(ours.ENGINEER.token, reportEvent, event)
  await site.request(theirs.ENGINEER.token, reportEvent, { ...event, day: dayFrom(-2) })
  for (const member of [ours.ENGINEER, theirs.ENGINEER])
    expect(await compliance(member, agreement)).toMatchObject({ due: dayFrom(-7), is_overdue: true })
  const { events } = await site.request(ours.ADMIN.token, getAgreementRow, { agreement_uuid: agreement, row: tara })
  expect(events.map(({ day, side, author }) => [day, side, author])).toEqual([
    [dayFrom(-2), 'supplier', 'Supplier engineer'],
    [dayFrom(-10), 'customer', 'Customer engineer'],
  ])
  await handedOver(theirs.ENGINEER, agreement)
  expect((await compliance(ours.ENGINEER, agreement)).due).toBeNull()
  const future = await site.refusal(ours.ENGINEER.token, reportEvent, { ...event, day: dayFrom(3) })
  expect(future).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
})

test('[AGREEMENT-31] only the responsible side exchanges, and no less than is agreed', async () => {
  const agreement = await agreedBetween(site, customer, supplier, {
    rows: {
      [tara]: { ...ofSupplier, date: dayFrom(5), deliverable_type: 'inspection' },
      [goals]: { date: dayFrom(5) },
    },
  })
  await handedOver(ours.ENGINEER, agreement)
  await handedOver(theirs.ENGINEER, agreement, { kind: 'insight-on-demand' })
  expect(await compliance(ours.ENGINEER, agreement)).toMatchObject({ last: null, due: dayFrom(5) })
  await handedOver(theirs.ENGINEER, agreement)
  expect(await compliance(ours.ENGINEER, agreement)).toMatchObject({ last: { side: 'supplier' }, due: null })

  await handedOver(ours.ENGINEER, agreement, { row: goals })
  expect(await compliance(ours.ENGINEER, agreement, goals)).toMatchObject({ last: { side: 'customer' }, due: null })
})

test('[AGREEMENT-9] third parties read what is due in their rows only', async () => {
  const agreement = await agreedBetween(site, customer, supplier, { thirdParty: [goals] })
  const { rows } = await site.request(ours.VIEWER.token, getAgreementCompliance, { agreement_uuid: agreement })
  expect(rows.map(({ row, section }) => [row, section])).toEqual([[goals, 'Concept Phase']])
})

/** A program of the supplier with threats, a goal that is linked, and the agreement's work product as a document. */
async function programOfSupplier() {
  const { uuid: program } = await createProgram(site, theirs.ENGINEER.token)
  const [first, second, damage, document] = await writeArtefacts(
    site,
    theirs.ENGINEER.token,
    program,
    { kind: 'threat-scenario', title: 'Unlocked by replay' },
    { kind: 'threat-scenario', title: 'Locked out' },
    { kind: 'damage-scenario', title: 'Theft' },
    { kind: 'work-product', title: 'TARA report', fields: { work_product: 'WP-09-02' } },
  )
  await site.request(theirs.ENGINEER.token, saveArtefacts, {
    program_uuid: program,
    link: [{ kind: 'leads-to', from: damage!.uuid, to: first!.uuid }],
  })
  return { program, first: first!, second: second!, damage: damage!, document: document! }
}

test('[AGREEMENT-32] evidence has changed since the last delivery of the own side, or is suspect', async () => {
  const { program, first, second, damage, document } = await programOfSupplier()
  const agreement = await agreedBetween(site, customer, supplier, {
    rows: { [tara]: ofSupplier },
    programs: { supplier: program },
  })
  const seen = async (member: Member) =>
    site.request(member.token, getAgreementRow, { agreement_uuid: agreement, row: tara })
  expect((await compliance(theirs.ENGINEER, agreement)).evidence).toEqual({ total: 3, changed: 0, suspect: 0 })
  await handedOver(theirs.ENGINEER, agreement)
  await writeArtefacts(site, theirs.ENGINEER.token, program, {
    uuid: second.uuid,
    kind: 'threat-scenario',
    revision: second.revision,
    title: 'Locked out, renamed',
  })
  await writeArtefacts(site, theirs.ENGINEER.token, program, {
    uuid: damage.uuid,
    kind: 'damage-scenario',
    revision: damage.revision,
    title: 'Theft of the vehicle',
  })
  expect((await compliance(theirs.ENGINEER, agreement)).evidence).toEqual({ total: 3, changed: 1, suspect: 1 })
  const { evidence, evidence_total: total } = await seen(theirs.ENGINEER)
  expect(total).toBe(3)
  expect(evidence.map((one) => [one.uuid, one.is_changed, one.is_suspect])).toEqual([
    [first.uuid, false, true],
    [second.uuid, true, false],
    [document.uuid, false, false],
  ])
  await handedOver(theirs.ENGINEER, agreement)
  expect((await compliance(theirs.ENGINEER, agreement)).evidence).toEqual({ total: 3, changed: 0, suspect: 1 })
})

test('[AGREEMENT-32] the other side sees no evidence, and neither does who may not see the program', async () => {
  const { program } = await programOfSupplier()
  await site.call(theirs.ENGINEER.token, 'v2/app/save-program-member', {
    program_uuid: program,
    user_uuid: theirs.ADMIN.uuid,
    role: 'READER',
  })
  const agreement = await agreedBetween(site, customer, supplier, {
    thirdParty: [tara],
    programs: { supplier: program },
  })
  const total = async (member: Member) => {
    const { evidence } = await compliance(member, agreement)
    const details = await site.request(member.token, getAgreementRow, { agreement_uuid: agreement, row: tara })
    expect(details.evidence_total).toBe(evidence?.total ?? 0)
    expect(details.evidence).toHaveLength(details.evidence_total)
    return evidence?.total ?? null
  }
  expect([
    await total(theirs.ENGINEER),
    await total(theirs.ADMIN),
    await total(theirs.VIEWER),
    await total(ours.ADMIN),
  ]).toEqual([3, 3, null, null])
  expect((await compliance(ours.ADMIN, agreement)).program).toBeNull()
})

test("[AGREEMENT-10] a change of the responsible side's evidence is an event on its first day", async () => {
  const { program, first } = await programOfSupplier()
  const agreement = await agreedBetween(site, customer, supplier, {
    rows: { [tara]: { ...ofSupplier, update_cycle: 'on-event' }, [goals]: { update_cycle: 'on-event' } },
    cover: { event_days: 3 },
    programs: { supplier: program },
  })
  await backdated(await handedOver(theirs.ENGINEER, agreement), -20)
  await site.sql`UPDATE artefact_versions SET at = now() - interval '30 days' WHERE program_uuid = ${program}`
  await site.sql`UPDATE artefacts SET updated_at = now() - interval '30 days' WHERE program_uuid = ${program}`
  expect((await compliance(theirs.ENGINEER, agreement)).due).toBeNull()

  for (const [revision, title] of [
    [first.revision, 'Changed'],
    [first.revision + 1, 'Changed again'],
  ] as const) {
    await writeArtefacts(site, theirs.ENGINEER.token, program, {
      uuid: first.uuid,
      kind: 'threat-scenario',
      revision,
      title,
    })
  }
  await site.sql`UPDATE artefact_versions SET at = now() - interval '8 days'
    WHERE artefact_uuid = ${first.uuid} AND revision = ${first.revision + 1}`
  expect(await compliance(theirs.ENGINEER, agreement)).toMatchObject({ due: dayFrom(-5), is_overdue: true })
  expect((await compliance(ours.ENGINEER, agreement)).due).toBeNull()
})

test('[AGREEMENT-35] from artefacts of a program to the agreement rows that they are evidence of', async () => {
  const { program } = await programOfSupplier()
  const agreement = await agreedBetween(site, customer, supplier, {
    rows: { [goals]: { ...ofSupplier, date: dayFrom(-2) } },
    programs: { supplier: program },
  })
  const of = (member: Member, kinds: string) =>
    site.request(member.token, getAgreementRowsOfArtefacts, { program_uuid: program, kinds })
  const { rows } = await of(theirs.ENGINEER, 'goal')
  expect(rows.map(({ iso_reference: reference }) => reference)).toEqual(['WP-15-08', 'WP-09-03'])
  expect(rows[1]).toMatchObject({
    agreement_uuid: agreement,
    other_party: 'Customer',
    row: goals,
    work_product: 'Goals',
    responsible: ['supplier'],
    my_side: 'supplier',
    due: dayFrom(-2),
    is_overdue: true,
  })
  const threats = await of(theirs.ENGINEER, 'threat-scenario,claim,work-product')
  expect(threats.rows.map(({ iso_reference: reference }) => reference).toSorted()).toEqual([
    'WP-09-02',
    'WP-09-04',
    'WP-15-03',
    'WP-15-07',
    'WP-15-08',
  ])
  const unknown = await site.refusal(ours.ENGINEER.token, getAgreementRowsOfArtefacts, {
    program_uuid: program,
    kinds: 'goal',
  })
  expect(unknown.status).toBe(404)
  await site.sql`DELETE FROM agreement_team WHERE agreement_uuid = ${agreement} AND user_uuid = ${theirs.ENGINEER.uuid}`
  expect((await of(theirs.ENGINEER, 'goal')).rows).toEqual([])
})

test('[AGREEMENT-35] who has the agreement open learns that its evidence changed, and nobody else', async () => {
  const { program, first } = await programOfSupplier()
  const agreement = await agreedBetween(site, customer, supplier, { programs: { supplier: program } })
  const another = await agreedBetween(site, customer, supplier)
  const bus = await openBus({ nats: undefined })
  const subscriber = bus.subscriber(() => undefined)
  const announced: unknown[] = []
  subscriber.subscribe(topics.agreement(agreement), (parts) => announced.push(...parts))
  subscriber.subscribe(topics.agreement(another), (parts) => announced.push('another', ...parts))
  await subscriber.ready()
  await writeArtefacts(site, theirs.ENGINEER.token, program, {
    uuid: first.uuid,
    kind: 'threat-scenario',
    revision: first.revision,
    title: 'Changed',
  })
  await vi.waitFor(() => expect(announced).toContain('exchange'), { timeout: 20_000 })
  subscriber.close()
  await bus.close()
  expect([...new Set(announced)]).toEqual(['exchange'])
})

/** One look for what is overdue, with the notifications that it makes for an agreement. */
async function overdueNotices(agreement: string) {
  const sent: { org: string; notification: NewNotification }[] = []
  const failed: unknown[] = []
  const notifications = {
    add: async (_tx: unknown, org: { uuid: string }, notification: NewNotification) => {
      if (notification.href.includes(agreement)) sent.push({ org: org.uuid, notification })
    },
    wake: () => undefined,
  }
  const deps = { db: site.db, services: { notifications } as never, onError: (error: unknown) => failed.push(error) }
  await notifyOfOverdue(deps, new AbortController().signal)
  expect(failed).toEqual([])
  return sent
}

test('[AGREEMENT-36] the team of the responsible side is notified once of each due day that passed', async () => {
  const agreement = await agreedBetween(site, customer, supplier, {
    rows: {
      [tara]: { ...ofSupplier, date: dayFrom(-3), update_cycle: 'cyclic' },
      [goals]: { ...ofSupplier, date: dayFrom(0) },
    },
    cover: { cycle_days: 10 },
    thirdParty: [goals],
  })
  expect(await overdueNotices(agreement)).toEqual([
    {
      org: supplier.org.uuid,
      notification: expect.objectContaining({
        kind: 'agreement-overdue',
        title: expect.stringMatching(`Door module, row ${tara}: the exchange was due on ${dayFrom(-3)}`),
        href: `/org/interface-agreement/compliance?agreement=${agreement}&row=${tara}`,
        to: { users: expect.toSatisfy((users: string[]) => sameMembers(users, [theirs.ADMIN, theirs.ENGINEER])) },
      }),
    },
  ])
  expect(await overdueNotices(agreement)).toEqual([])
  await backdated(await handedOver(theirs.ENGINEER, agreement), -11)
  expect((await overdueNotices(agreement)).map(({ notification }) => notification.title)).toEqual([
    expect.stringMatching(`Door module, row ${tara}: the exchange was due on ${dayFrom(-1)}`),
  ])
})

const sameMembers = (uuids: readonly string[], members: readonly Member[]) =>
  uuids.toSorted().join() ===
  members
    .map(({ uuid }) => uuid)
    .toSorted()
    .join()

test('[AGREEMENT-36] nobody is notified of rows that bind nobody, or of an agreement that has ended', async () => {
  const rows = { [tara]: { ...ofSupplier, date: dayFrom(-3) } }
  const ended = await agreedBetween(site, customer, supplier, { rows, cover: { valid_until: dayFrom(-1) } })
  expect(await overdueNotices(ended)).toEqual([])
  const open = await agreedBetween(site, customer, supplier, { rows })
  await site.sql`UPDATE agreements SET negotiation = replace(negotiation::text,
    '"acceptedBy": ["customer", "supplier"]', '"acceptedBy": ["customer"]')::jsonb WHERE uuid = ${open}`
  expect(await overdueNotices(open)).toEqual([])
  await site.sql`INSERT INTO agreement_versions (agreement_uuid, number, org_uuid, seq, content, signatures, hash)
    VALUES (${open}, 1, ${customer.org.uuid}, 0, '{}', '[]', 'x')`
  expect(await overdueNotices(open)).toHaveLength(1)
})
