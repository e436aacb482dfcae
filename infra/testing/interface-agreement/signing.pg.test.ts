import { expect, test } from 'vitest'
import { withdrawProposal, sendProposals } from '@carapace/shared/interface-agreement/agreements.contract'
import {
  compareAgreementVersions,
  getAgreementTeam,
  listAgreementVersions,
  saveAgreementCover,
  saveAgreementTeamMember,
  signAgreement,
} from '@carapace/shared/interface-agreement/pages.contract'

import { codeOf, switchTwoFactorOn } from '../support/authenticator.ts'
import { startInstallation, password } from '../support/installation.ts'
import { agreementToSign } from './agreed.fixture.ts'

const site = await startInstallation()
const outsider = (await site.organisation('Third')).members.ADMIN
const begin = (title: string) => agreementToSign(site, title)
type Agreement = Awaited<ReturnType<typeof begin>>

const signaturesIn = async ({ uuid }: Agreement) =>
  site.sql<{ side: string; proof: string }[]>`
    SELECT side, proof FROM agreement_signatures WHERE agreement_uuid = ${uuid} ORDER BY at`
const versionsOf = ({ ours, here }: Agreement) => site.request(ours.token, listAgreementVersions, here)

test('[AGREEMENT-19] signatories of both sides sign what they saw; the last signature seals the version', async () => {
  const agreement = await begin('Signed by both')
  const { ours, theirs } = agreement
  await agreement.accept()
  expect(await agreement.sign(ours.token)).toEqual({
    success: true,
    version: null,
    missing: [{ side: 'supplier', name: 'Supplier engineer' }],
  })
  const again = await site.refusal(ours.token, signAgreement, await agreement.signing(ours.token))
  expect(again).toMatchObject({ code: 'RULE_REFUSED', message: expect.stringContaining('already') })
  expect(await agreement.sign(theirs.token)).toEqual({ success: true, version: 1, missing: [] })
  expect(await signaturesIn(agreement)).toEqual([])
  const { versions, broken } = await versionsOf(agreement)
  expect([broken, versions.length]).toEqual([null, 1])
  expect(versions[0]).toMatchObject({
    number: 1,
    state: 'in-force',
    signatures: [
      { side: 'customer', name: 'Customer engineer', role: 'Representative', proof: 'password' },
      { side: 'supplier', name: 'Supplier engineer', role: 'Representative', proof: 'password' },
    ],
  })
  const log = await site.sql<{ action: string }[]>`
    SELECT action FROM agreement_log WHERE agreement_uuid = ${agreement.uuid} ORDER BY id DESC LIMIT 3`
  expect(log.map(({ action }) => action)).toEqual(['version-sealed', 'signed', 'signed'])
  const audited = await site.sql<{ actor: string }[]>`
    SELECT actor FROM audit_log WHERE action = 'sign agreement' AND subject_uuid = ${agreement.uuid} ORDER BY id`
  expect(audited.map(({ actor }) => actor)).toEqual(['Customer engineer', 'Supplier engineer'])
  const unchanged = await site.refusal(ours.token, signAgreement, await agreement.signing(ours.token))
  expect(unchanged.message).toBe('Nothing has changed since version 1 was signed.')
})

test('[AGREEMENT-19] the other side is notified of a signature, and both sides of a sealed version', async () => {
  const agreement = await begin('Notified')
  const noticesOf = async ({ uuid }: { uuid: string }) => {
    const rows = await site.sql<{ title: string }[]>`
      SELECT n.title FROM notifications n
      JOIN notification_recipients r ON r.notification_uuid = n.uuid AND r.user_uuid = ${uuid}
      WHERE n.kind = 'agreement-signed' AND n.href LIKE ${`%${agreement.uuid}%`}`
    return rows.map(({ title }) => title)
  }
  await agreement.accept()
  await agreement.sign(agreement.ours.token)
  expect([await noticesOf(agreement.ours), await noticesOf(agreement.theirs)]).toEqual([
    [],
    ['CIA-0001 was signed by a signatory of the customer'],
  ])
  await agreement.sign(agreement.theirs.token)
  expect(await noticesOf(agreement.ours)).toEqual(['CIA-0001 is signed by both sides: version 1 is in force'])
})

test('[AGREEMENT-19] nobody signs before each row is accepted, and only what they saw', async () => {
  const agreement = await begin('Not yet')
  const { ours, theirs, here } = agreement
  const early = await site.refusal(ours.token, signAgreement, await agreement.signing(ours.token))
  expect(early).toMatchObject({ code: 'RULE_REFUSED', message: expect.stringMatching(/Not accepted: 2, .* more\./) })
  await agreement.accept()
  const seen = await agreement.signing(ours.token)
  for (const [name, value] of [
    ['seq', seen.seen.seq - 1],
    ['cover', seen.seen.cover + 1],
    ['glossary', seen.seen.glossary + 1],
    ['content', '0'.repeat(64)],
  ] as const) {
    const stale = { ...seen, seen: { ...seen.seen, [name]: value } }
    expect((await site.refusal(ours.token, signAgreement, stale)).code, name).toBe('ROW_CHANGED')
  }
  // the team is part of what is signed, and has no revision of its own
  await site.request(theirs.token, saveAgreementTeamMember, {
    ...here,
    user_uuid: null,
    name: 'Carla Contact',
    role: 'Purchasing',
    access: 'contact',
  })
  expect((await site.refusal(ours.token, signAgreement, seen)).code).toBe('ROW_CHANGED')
  expect(await signaturesIn(agreement)).toEqual([])
})

test('[AGREEMENT-19] only signatories sign, and each side needs one', async () => {
  const agreement = await begin('Signatories')
  const { ours, theirs, here } = agreement
  await agreement.accept()
  const { team } = await site.request(theirs.token, getAgreementTeam, here)
  const mine = team.find(({ side }) => side === 'supplier')!
  const { side: _side, has_account: _has, ...member } = mine
  await site.request(theirs.token, saveAgreementTeamMember, { ...here, ...member, is_signatory: false })
  const refused = await site.refusal(theirs.token, signAgreement, await agreement.signing(theirs.token))
  expect(refused.code).toBe('ROLE_REQUIRED')
  const alone = await site.refusal(ours.token, signAgreement, await agreement.signing(ours.token))
  expect(alone.message).toContain('The supplier has no signatory')
  expect((await site.refusal(outsider.token, signAgreement, await agreement.signing(ours.token))).code).toBe(
    'NOT_FOUND',
  )
  const another = agreement.supplier.members.ADMIN
  const admin = await site.refusal(another.token, signAgreement, await agreement.signing(ours.token))
  expect(admin.code).toBe('ROLE_REQUIRED')
})

test('[AGREEMENT-54] a wrong password is counted as at sign-in; an empty one is not', async () => {
  const agreement = await begin('Guessed')
  await agreement.accept()
  const { token } = agreement.ours
  const empty = await site.refusal(token, signAgreement, await agreement.signing(token, {}))
  expect(empty.errors).toEqual({ password: 'Enter your password.' })
  const input = await agreement.signing(token, { password: 'a guess' })
  for (let guess = 0; guess < 10; guess += 1) {
    const refused = await site.refusal(token, signAgreement, input)
    expect(refused).toMatchObject({ code: 'INVALID_INPUT', errors: { password: 'The password is not right.' } })
  }
  expect((await site.refusal(token, signAgreement, { ...input, password })).code).toBe('TOO_MANY')
  const audited = await site.sql`
    SELECT 1 FROM audit_log WHERE org_uuid = ${agreement.customer.org.uuid} AND action = 'password refused'`
  expect(audited).toHaveLength(10)
  expect(await signaturesIn(agreement)).toEqual([])
})

test('[AGREEMENT-54] with a second factor only a code proves who signs, and each code does once', async () => {
  const agreement = await begin('With a code')
  await agreement.accept()
  const { token } = agreement.ours
  const { secret } = await switchTwoFactorOn(site, { token, password })
  const byPassword = await site.refusal(token, signAgreement, await agreement.signing(token, { password }))
  expect(byPassword.errors).toEqual({ code: 'Enter a code of your authenticator app.' })
  const wrong = await site.refusal(token, signAgreement, await agreement.signing(token, { code: '000000' }))
  expect(wrong).toMatchObject({ code: 'INVALID_INPUT', errors: { code: 'The code is not right.' } })
  const counted = await site.sql`
    SELECT 1 FROM audit_log WHERE org_uuid = ${agreement.customer.org.uuid} AND action = 'code refused'`
  expect(counted).toHaveLength(1)
  const code = codeOf(secret)
  await agreement.sign(token, { code })
  expect(await signaturesIn(agreement)).toEqual([{ side: 'customer', proof: 'second-factor' }])
  const used = await site.refusal(token, signAgreement, await agreement.signing(token, { code }))
  expect(used.errors).toEqual({ code: 'The code is not right.' })
  expect(await agreement.sign(agreement.theirs.token)).toMatchObject({ version: 1 })
  const { versions } = await versionsOf(agreement)
  expect(versions[0]!.signatures.map(({ proof }) => proof)).toEqual(['second-factor', 'password'])
})

test('[AGREEMENT-18] a signature ends when a row or the cover changes, not when nothing does', async () => {
  const agreement = await begin('Ends')
  const { ours, theirs, here } = agreement
  await agreement.accept()
  await agreement.sign(ours.token)
  await site.request(theirs.token, saveAgreementCover, await agreement.coverWith(theirs.token, {}))
  expect(await signaturesIn(agreement)).toHaveLength(1)
  await site.request(theirs.token, saveAgreementCover, await agreement.coverWith(theirs.token, { scope: 'Radar' }))
  expect(await signaturesIn(agreement)).toEqual([])
  await agreement.sign(ours.token)
  await agreement.type(theirs.token, { 2: { status: 'open' } })
  expect(await signaturesIn(agreement)).toHaveLength(1)
  await site.request(theirs.token, sendProposals, here)
  expect(await signaturesIn(agreement)).toEqual([])
  await site.request(theirs.token, withdrawProposal, { ...here, row: 2, fields: ['status'] })
  await agreement.accept()
  expect(await agreement.sign(theirs.token)).toMatchObject({ version: null, missing: [{ side: 'customer' }] })
})

test('[AGREEMENT-19] of two last signatures at once one seals the version, and both are under it', async () => {
  const agreement = await begin('At once')
  const { ours, theirs } = agreement
  await agreement.accept()
  const inputs = await Promise.all([ours, theirs].map(async ({ token }) => agreement.signing(token)))
  const answers = await Promise.all(
    [ours, theirs].map(({ token }, at) => site.request(token, signAgreement, inputs[at]!)),
  )
  expect(answers.map(({ version }) => version)).toEqual(expect.arrayContaining([1, null]))
  const { versions, broken } = await versionsOf(agreement)
  expect([broken, versions.map(({ signatures }) => signatures.length)]).toEqual([null, [2]])
})

test('[AGREEMENT-56] an amendment is a new version; what differs is stated in words', async () => {
  const agreement = await begin('Amended')
  const { ours, theirs, here } = agreement
  await agreement.seal()
  await agreement.type(ours.token, { 3: { customer_r: true } })
  await site.request(ours.token, sendProposals, here)
  await site.request(
    ours.token,
    saveAgreementCover,
    await agreement.coverWith(ours.token, { valid_until: '2026-01-01' }),
  )
  const open = await site.request(theirs.token, compareAgreementVersions, { ...here, before: 1 })
  expect(open).toEqual({ rows: [], others: [{ where: 'Valid until', before: '', after: '2026-01-01' }] })
  await site.call(theirs.token, 'v2/app/answer-agreement-proposal', {
    ...here,
    row: 3,
    seen: (await agreement.sheetFor(theirs.token)).seq,
    accept: ['customer_r'],
  })
  expect(await agreement.seal()).toMatchObject({ version: 2 })
  const { versions, broken } = await versionsOf(agreement)
  expect([broken, versions.map(({ number, state }) => [number, state])]).toEqual([
    null,
    [
      [2, 'expired'],
      [1, 'superseded'],
    ],
  ])
  const { rows, others } = await site.request(theirs.token, compareAgreementVersions, { ...here, before: 1, after: 2 })
  expect(rows).toMatchObject([
    { row: 3, what: 'changed', fields: [{ field: 'customer_r', before: false, after: true }] },
  ])
  expect(others).toEqual([{ where: 'Valid until', before: '', after: '2026-01-01' }])
  const all = await site.request(ours.token, compareAgreementVersions, { ...here, before: 0, after: 1 })
  expect(all.rows).toHaveLength(53)
  expect((await site.refusal(ours.token, compareAgreementVersions, { ...here, before: 3 })).code).toBe('NOT_FOUND')
})

test('[AGREEMENT-11] [AGREEMENT-55] a stored version that was tampered with is named, in whichever way', async () => {
  const agreement = await begin('Tampered')
  const { ours, uuid } = agreement
  await agreement.seal()
  for (const scope of ['Second', 'Third']) {
    await site.request(ours.token, saveAgreementCover, await agreement.coverWith(ours.token, { scope }))
    await agreement.sign(ours.token)
    await agreement.sign(agreement.theirs.token)
  }
  const brokenNow = async () => (await versionsOf(agreement)).broken
  expect(await brokenNow()).toBeNull()
  const kept = await site.sql`SELECT * FROM agreement_versions WHERE agreement_uuid = ${uuid}`
  const restore = async () => {
    await site.sql`DELETE FROM agreement_versions WHERE agreement_uuid = ${uuid}`
    await site.sql`INSERT INTO agreement_versions SELECT * FROM kept_versions`
  }
  await site.sql`CREATE TABLE kept_versions AS SELECT * FROM agreement_versions WHERE agreement_uuid = ${uuid}`
  const of = (number: number) => site.sql`agreement_uuid = ${uuid} AND number = ${number}`
  const tamperings: [broken: number, run: () => PromiseLike<unknown>][] = [
    [
      2,
      () => site.sql`UPDATE agreement_versions
      SET content = jsonb_set(content, '{cover,scope}', '"Other"') WHERE ${of(2)}`,
    ],
    [
      1,
      () => site.sql`UPDATE agreement_versions
      SET signatures = jsonb_set(signatures, '{0,name}', '"Mallory"') WHERE ${of(1)}`,
    ],
    [3, () => site.sql`UPDATE agreement_versions SET hash = repeat('a', 64) WHERE ${of(3)}`],
    [2, () => site.sql`DELETE FROM agreement_versions WHERE ${of(2)}`],
    // no chain shows that its end is missing: the log does
    [3, () => site.sql`DELETE FROM agreement_versions WHERE ${of(3)}`],
    [1, () => site.sql`DELETE FROM agreement_versions WHERE agreement_uuid = ${uuid}`],
  ]
  expect(kept).toHaveLength(3)
  for (const [broken, run] of tamperings) {
    await run()
    expect(await brokenNow()).toBe(broken)
    await restore()
    expect(await brokenNow()).toBeNull()
  }
  await tamperings[0]![1]()
  const { token } = ours
  await site.request(token, saveAgreementCover, await agreement.coverWith(token, { scope: 'Fourth' }))
  const refused = await site.refusal(token, signAgreement, await agreement.signing(token))
  expect(refused.message).toContain('Version 2 is not as it was signed: restore it')
})
