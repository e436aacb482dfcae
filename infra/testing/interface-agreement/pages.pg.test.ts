import { expect, test } from 'vitest'
import { createAgreement } from '@carapace/shared/interface-agreement/agreements.contract'
import {
  deleteAgreementTemplate,
  getAgreementPages,
  getAgreementTeam,
  listAgreementTemplates,
  removeAgreementTeamMember,
  saveAgreementCover,
  saveAgreementGlossary,
  saveAgreementTeamMember,
  saveAgreementTemplate,
} from '@carapace/shared/interface-agreement/pages.contract'

import { startInstallation } from '../support/installation.ts'
import { agreementToSign } from './agreed.fixture.ts'

const site = await startInstallation()
const third = await site.organisation('Third')
const agreement = await agreementToSign(site, 'Radar', {
  2: { status: 'agreed', date: '2026-12-24', customer_r: true },
  3: { supplier_r: true, specific_document: 'Their plan', level_of_confidentiality: 'highly-confidential' },
})
const { here, customer, supplier, ours, theirs } = agreement

const pages = (token = ours.token) => site.request(token, getAgreementPages, here)
const teamOf = async (token = ours.token) => (await site.request(token, getAgreementTeam, here)).team
const lastLogged = async () =>
  (
    await site.sql<{ action: string; detail: { note: string; differences: unknown[] } }[]>`
      SELECT action, detail FROM agreement_log WHERE agreement_uuid = ${agreement.uuid} ORDER BY id DESC LIMIT 1`
  )[0]!

test('[AGREEMENT-50] each side changes its own contacts, both the rest; the log states what', async () => {
  const contact = (name: string) => ({ name, address: '', contact: 'A. Kern', email: 'a@b.example', phone: '' })
  const foreign = await agreement.coverWith(ours.token, { supplier: contact('Velten'), scope: 'Mine' })
  const refused = await site.refusal(ours.token, saveAgreementCover, foreign)
  expect(refused).toMatchObject({
    code: 'INVALID_INPUT',
    errors: {
      'cover.supplier.name': 'Only the supplier changes its own contacts.',
      'cover.supplier.contact': 'Only the supplier changes its own contacts.',
      'cover.supplier.email': 'Only the supplier changes its own contacts.',
    },
  })
  expect((await pages()).cover.scope).toBe('')
  const own = await agreement.coverWith(theirs.token, { supplier: contact('Velten'), scope: 'Front radar' })
  expect(await site.request(theirs.token, saveAgreementCover, own)).toEqual({ success: true, revision: 2 })
  expect(await lastLogged()).toMatchObject({
    action: 'cover-changed',
    detail: { note: 'Scope; Supplier, name; Supplier, contact; Supplier, email' },
  })
  expect((await site.refusal(ours.token, saveAgreementCover, own)).code).toBe('ROW_CHANGED')
  const ends = await agreement.coverWith(ours.token, { valid_from: '2026-02-01', valid_until: '2026-01-01' })
  expect(Object.keys((await site.refusal(ours.token, saveAgreementCover, ends)).errors)).toEqual(['cover.valid_until'])
})

test('[AGREEMENT-50] until the other side has joined, its contacts are prepared by the author', async () => {
  const { uuid } = await site.request(ours.token, createAgreement, { title: 'Alone', side: 'supplier' })
  const before = await site.request(ours.token, getAgreementPages, { agreement_uuid: uuid })
  const cover = { ...before.cover, customer: { ...before.cover.customer, name: 'Invited' } }
  const saved = await site.request(ours.token, saveAgreementCover, {
    agreement_uuid: uuid,
    title: 'Alone',
    cover,
    revision: before.cover_revision,
  })
  expect(saved.revision).toBe(2)
})

test('[AGREEMENT-50] both sides change the glossary, in which a term stands once', async () => {
  const { glossary, glossary_revision: revision } = await pages()
  const more = [...glossary, { term: 'ECU', meaning: 'Electronic control unit', source: '' }]
  await site.request(theirs.token, saveAgreementGlossary, { ...here, glossary: more, revision })
  expect(await lastLogged()).toMatchObject({
    action: 'glossary-changed',
    detail: { differences: [{ where: 'Glossary: ECU', before: '', after: 'Electronic control unit' }] },
  })
  const twice = [...more, { term: 'ecu', meaning: 'Twice', source: '' }]
  const again = await site.refusal(ours.token, saveAgreementGlossary, { ...here, glossary: twice, revision: 2 })
  expect(Object.keys(again.errors)).toEqual([`glossary.${more.length}.term`])
  const late = await site.refusal(ours.token, saveAgreementGlossary, { ...here, glossary: more, revision })
  expect(late.code).toBe('ROW_CHANGED')
})

const person = { name: 'Vera', role: 'Tester', access: 'member' } as const

test('[AGREEMENT-51] a side adds members of its own organisation, and changes only its own team', async () => {
  const add = (user: string | null, more: object = {}) => ({ ...here, ...person, user_uuid: user, ...more })
  const viewer = customer.members.VIEWER
  for (const other of [supplier.members.ADMIN.uuid, third.members.ADMIN.uuid]) {
    const refused = await site.refusal(ours.token, saveAgreementTeamMember, add(other))
    expect(refused.errors.user_uuid).toContain('your own organisation')
  }
  await site.sql`UPDATE users SET active = false WHERE uuid = ${viewer.uuid}`
  expect((await site.refusal(ours.token, saveAgreementTeamMember, add(viewer.uuid))).errors.user_uuid).toBeDefined()
  await site.sql`UPDATE users SET active = true WHERE uuid = ${viewer.uuid}`
  const { member } = await site.request(ours.token, saveAgreementTeamMember, add(viewer.uuid))
  expect(await lastLogged()).toMatchObject({ action: 'team-added', detail: { note: 'Vera' } })
  expect((await site.refusal(ours.token, saveAgreementTeamMember, add(viewer.uuid))).errors.user_uuid).toContain(
    'already',
  )
  for (const call of [saveAgreementTeamMember, removeAgreementTeamMember]) {
    const refused = await site.refusal(theirs.token, call, { ...add(null, { access: 'contact' }), uuid: member.uuid })
    expect(refused.code).toBe('NOT_FOUND')
  }
  // who does not take part sees nothing; who does sees people of the other side, not their accounts
  expect((await site.refusal(supplier.members.VIEWER.token, getAgreementTeam, here)).code).toBe('NOT_FOUND')
  const seen = (await teamOf(theirs.token)).filter(({ side }) => side === 'customer')
  expect(seen.map(({ name, user_uuid: user, has_account: has }) => [name, user, has])).toContainEqual([
    'Vera',
    null,
    true,
  ])
  expect((await teamOf(viewer.token)).find(({ name }) => name === 'Vera')!.user_uuid).toBe(viewer.uuid)
  await site.request(ours.token, removeAgreementTeamMember, { ...here, uuid: member.uuid })
  expect(await lastLogged()).toMatchObject({ action: 'team-removed' })
})

test('[AGREEMENT-51] accounts, access, rows and signing fit together', async () => {
  const viewer = customer.members.VIEWER.uuid
  const refusedFields = async (input: object) =>
    Object.keys((await site.refusal(ours.token, saveAgreementTeamMember, { ...here, ...person, ...input })).errors)
  expect(await refusedFields({ user_uuid: null })).toEqual(['access'])
  expect(await refusedFields({ user_uuid: null, access: 'contact', is_signatory: true })).toEqual(['is_signatory'])
  expect(await refusedFields({ user_uuid: viewer, access: 'third-party' })).toEqual(['rows'])
  expect(await refusedFields({ user_uuid: viewer, access: 'third-party', rows: [2, 990] })).toEqual(['rows'])
  const { member } = await site.request(ours.token, saveAgreementTeamMember, {
    ...here,
    ...person,
    user_uuid: viewer,
    rows: [3],
  })
  expect(member.rows).toEqual([])
  await site.request(ours.token, removeAgreementTeamMember, { ...here, uuid: member.uuid })
})

test('[AGREEMENT-51] a side with somebody who works on the agreement keeps somebody', async () => {
  const mine = (await teamOf()).find(({ side, user_uuid: user }) => side === 'customer' && user === ours.uuid)!
  const { side: _side, has_account: _has, ...entry } = mine
  const leaving = { ...here, ...entry, access: 'contact', is_signatory: false }
  const lowered = await site.refusal(ours.token, saveAgreementTeamMember, leaving)
  expect(lowered).toMatchObject({ code: 'RULE_REFUSED', message: expect.stringContaining('Add another member first') })
  const removed = await site.refusal(ours.token, removeAgreementTeamMember, { ...here, uuid: mine.uuid })
  expect(removed.code).toBe('RULE_REFUSED')
  expect((await teamOf()).find(({ uuid }) => uuid === mine.uuid)).toEqual(mine)
})

test('[AGREEMENT-52] who is named or an administrator names others; a member does not name themselves', async () => {
  const { ADMIN: admin, ENGINEER: engineer } = customer.members
  const [second] = await site.sql<{ uuid: string }[]>`
    INSERT INTO users (org_uuid, email, name, role)
    VALUES (${customer.org.uuid}, 'second@customer.example', 'Second', 'ENGINEER') RETURNING uuid`
  const { uuid } = second!
  const token = await site.signIn(customer.org, uuid)
  const input = { ...here, ...person, user_uuid: uuid }
  const { member } = await site.request(engineer.token, saveAgreementTeamMember, input)
  const named = { ...input, uuid: member.uuid, revision: member.revision, access: 'named' as const }
  expect(Object.keys((await site.refusal(token, saveAgreementTeamMember, named)).errors)).toEqual(['access'])
  const creator = (await teamOf()).find(({ user_uuid: user }) => user === engineer.uuid)!
  const takeOver = {
    ...named,
    uuid: creator.uuid,
    revision: creator.revision,
    user_uuid: customer.members.ANALYST.uuid,
  }
  expect(Object.keys((await site.refusal(token, saveAgreementTeamMember, takeOver)).errors)).toEqual(['access'])
  const { member: now } = await site.request(admin.token, saveAgreementTeamMember, named)
  // what the other side sees of the person is the same: nothing that was signed has changed
  expect([now.access, (await lastLogged()).action]).toEqual(['named', 'contact-changed'])
})

test('[AGREEMENT-53] a template keeps the rows without status and day, for the own organisation only', async () => {
  const save = (input: object, token = ours.token) =>
    site.request(token, saveAgreementTemplate, { ...here, name: 'Radar rows', ...input })
  const { uuid } = await save({})
  const [stored] = await site.sql<{ rows: { id: number; status: string; date: string; customer_r: boolean }[] }[]>`
    SELECT rows FROM agreement_templates WHERE uuid = ${uuid}`
  expect(stored!.rows.find(({ id }) => id === 2)).toMatchObject({ status: '', date: '', customer_r: true })
  expect(stored!.rows).toHaveLength(64)
  const { templates } = await site.request(ours.token, listAgreementTemplates, {})
  expect(templates).toMatchObject([{ uuid, name: 'Radar rows', rows: 64, author: 'Customer engineer', revision: 1 }])
  expect((await site.request(theirs.token, listAgreementTemplates, {})).templates).toEqual([])
  const same = await site.refusal(ours.token, saveAgreementTemplate, { ...here, name: 'Radar rows' })
  expect(Object.keys(same.errors)).toEqual(['name'])
  await save({ uuid, revision: 1 })
  const replaced = { ...here, name: 'Radar rows', uuid, revision: 1 }
  expect((await site.refusal(ours.token, saveAgreementTemplate, replaced)).code).toBe('ROW_CHANGED')
  for (const call of [
    () => site.refusal(theirs.token, deleteAgreementTemplate, { uuid }),
    () => site.refusal(theirs.token, saveAgreementTemplate, { ...replaced, name: 'Theirs', revision: 2 }),
    () => site.refusal(third.members.ADMIN.token, saveAgreementTemplate, { ...here, name: 'Theirs' }),
  ])
    expect((await call()).code).toBe('NOT_FOUND')
  await site.request(ours.token, deleteAgreementTemplate, { uuid })
  expect((await site.request(ours.token, listAgreementTemplates, {})).templates).toEqual([])
})

test('[AGREEMENT-53] a template has no document that its author may not see', async () => {
  const admin = customer.members.ADMIN
  const { uuid } = await site.request(admin.token, saveAgreementTemplate, { ...here, name: 'Of a member' })
  const [stored] = await site.sql<{ rows: { id: number; specific_document: string }[] }[]>`
    SELECT rows FROM agreement_templates WHERE uuid = ${uuid}`
  expect(stored!.rows.find(({ id }) => id === 3)!.specific_document).toBe('')
})
