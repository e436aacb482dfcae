import { expect, test } from 'vitest'
import { eraseMember } from '@carapace/shared/account/team.contract'
import {
  addAgreementRow,
  createAgreement,
  sendProposals,
} from '@carapace/shared/interface-agreement/agreements.contract'
import {
  getAgreementPages,
  saveAgreementCover,
  saveAgreementTeamMember,
} from '@carapace/shared/interface-agreement/pages.contract'
import { getAgreementHistory } from '@carapace/shared/interface-agreement/row-details.contract'

import { startInstallation } from '../support/installation.ts'
import { outboxOf } from '../support/servers/mails.ts'
import { agreementSeenBy, invitationOf, invite, twoParties, type } from './two-parties.ts'

const site = await startInstallation()
const outbox = outboxOf(site)

/** The tables with agreements in which a word stands. */
async function tablesWith(word: string): Promise<string[]> {
  const tables = await site.sql<{ name: string }[]>`SELECT relname AS name
    FROM pg_class
    WHERE relnamespace = 'public'::regnamespace
    AND relkind = 'r'
    AND relname LIKE 'agreement%'
    ORDER BY 1`
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await site.sql`SELECT 1
      FROM ${site.sql(name)} t
      WHERE to_jsonb(t)::text ILIKE ${`%${word}%`}
      LIMIT 1`
    if (rows.length > 0) found.push(name)
  }
  return found
}

/** An agreement in which somebody of the supplier, whom nobody else is called like, has done everything. */
async function busyPerson() {
  const made = await twoParties(site)
  const { supplier, customer, agreement, tokens } = made
  const person = supplier.members.ENGINEER
  const word = `quill${crypto.randomUUID().slice(0, 8)}`
  const here = { agreement_uuid: agreement }
  await site.sql`UPDATE users
    SET name = ${`Zenobia ${word}`}, email = ${`${word}@quill.example`}
    WHERE uuid = ${person.uuid}`
  const [member] = await site.sql<{ uuid: string; revision: number }[]>`SELECT uuid, revision
    FROM agreement_team
    WHERE user_uuid = ${person.uuid}`
  await site.request(tokens.supplier, saveAgreementTeamMember, {
    ...here,
    ...member!,
    user_uuid: person.uuid,
    name: `Zenobia ${word}`,
    role: 'Manager',
    email: `${word}@quill.example`,
    phone: '555',
    access: 'named',
    is_signatory: true,
  })
  const pages = await site.request(tokens.supplier, getAgreementPages, here)
  await site.request(tokens.supplier, saveAgreementCover, {
    ...here,
    title: pages.title,
    cover: { ...pages.cover, supplier: { ...pages.cover.supplier, contact: `Zenobia ${word}` } },
    revision: pages.cover_revision,
  })
  await type(site, tokens.supplier, agreement, { 14: { status: 'open' } })
  await site.request(tokens.supplier, sendProposals, here)
  await type(site, tokens.supplier, agreement, { 15: { status: 'open' } })
  await site.request(tokens.supplier, addAgreementRow, { ...here, after: 15, title: 'More' })
  // as the author of another agreement, who has invited somebody, and been invited by somebody
  const { uuid: other } = await site.request(tokens.supplier, createAgreement, { title: 'Own', side: 'supplier' })
  await invite(site, supplier, other, 'guest@guest.example')
  const { uuid: theirs } = await site.request(tokens.customer, createAgreement, { title: 'Third', side: 'customer' })
  await invite(site, customer, theirs, `${word}@quill.example`)
  await invitationOf(site, tokens.supplier)
  await site.sql`INSERT INTO agreement_signatures
      (agreement_uuid, org_uuid, side, user_uuid, name, role, proof, content_hash)
    VALUES (${agreement}, ${supplier.org.uuid}, 'supplier', ${person.uuid}, ${`Zenobia ${word}`}, 'M', 'password', 'x')`
  const [signature] = [
    { side: 'supplier', name: `Zenobia ${word}`, role: 'M', proof: 'password', at: '2026-01-01T00:00:00.000Z' },
  ]
  await site.sql`INSERT INTO agreement_versions (agreement_uuid, number, org_uuid, seq, content, signatures, hash)
    VALUES (${agreement}, 1, ${supplier.org.uuid}, 1, '{}', ${site.sql.json([signature])}, 'x')`
  return { ...made, person, word, other }
}

test('[AGREEMENT-25] a person exports what agreements have about them', async () => {
  const { tokens, word } = await busyPerson()
  const { body } = await site.get(tokens.supplier, 'v2/app/my-data')
  expect(body.data).toMatchObject({
    agreement_teams: [
      { agreement: 'Own', access: 'named' },
      { agreement: 'VCU brake gateway', name: `Zenobia ${word}`, role: 'Manager', phone: '555', access: 'named' },
    ],
    agreement_steps: 3,
    agreement_drafts: 1,
    agreement_signatures: [{ name: `Zenobia ${word}` }],
    agreement_invitations: expect.arrayContaining([
      expect.objectContaining({ email: 'guest@guest.example' }),
      expect.objectContaining({ email: `${word}@quill.example` }),
    ]),
  })
})

test('[AGREEMENT-25] an erased person leaves agreements, except the versions that were signed', async () => {
  const { supplier, person, word, agreement, tokens } = await busyPerson()
  await outbox.settled()
  expect(await tablesWith(word)).toEqual([
    'agreement_drafts',
    'agreement_invitations',
    'agreement_log',
    'agreement_signatures',
    'agreement_steps',
    'agreement_team',
    'agreement_versions',
    'agreements',
  ])
  const [user] = await site.sql<{ uuid: string; revision: number }[]>`UPDATE users
    SET active = false
    WHERE uuid = ${person.uuid}
    RETURNING uuid, revision`
  await site.request(supplier.members.ADMIN.token, eraseMember, user!)
  expect(await tablesWith(word)).toEqual(['agreement_versions'])

  const { entries } = await site.request(tokens.customer, getAgreementHistory, { agreement_uuid: agreement })
  expect(entries.map(({ actor }) => actor)).toContain('Former member')
  expect((await agreementSeenBy(site, supplier.members.ADMIN.token, agreement)).signed).toEqual([
    { side: 'supplier', name: `Zenobia ${word}`, role: 'M', version: 1, at: expect.any(String) },
  ])
})
