import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { listAgreements } from '@carapace/shared/interface-agreement/agreements.contract'
import { getAgreementPages, getAgreementTeam } from '@carapace/shared/interface-agreement/pages.contract'
import { handOver } from '@carapace/shared/interface-agreement/row-details.contract'

import { axeOf, eventually, sidewaysOf, startConsole } from '../support/browser/browser.ts'
import { createProgram, writeArtefacts } from '../support/factories.ts'
import { password } from '../support/installation.ts'
import { agreementToSign } from './agreed.fixture.ts'
import { agreedBetween, rowOf } from './parties.fixture.ts'
import { beginAgreement, invite, twoParties } from './two-parties.ts'

const { site, visit } = await startConsole()

const at = (page: string, agreement: string) => `/org/interface-agreement/${page}?agreement=${agreement}`
const dialogOf = (page: Page, name: RegExp | string) => page.getByRole('dialog', { name })

test('[AGREEMENT-UI-8] [AGREEMENT-UI-5] one side begins and sends an agreement, the other answers', async () => {
  const [north, kestrel] = [await site.organisation('Nordhaven'), await site.organisation('Kestrel')]
  const author = await visit({ as: north.members.ENGINEER })
  await author.goto('/org/interface-agreement/agreements')
  await author.page.getByText('No interface agreement', { exact: true }).waitFor()
  await author.page.getByRole('button', { name: 'New agreement' }).first().click()
  const begin = dialogOf(author.page, 'New interface agreement')
  await begin.getByLabel('Title').fill('VCU and inverter')
  await begin.getByLabel('Item').fill('EQX-24')
  await begin.getByRole('button', { name: 'Begin' }).click()
  await author.page.getByText('CIA-0001, VCU and inverter').waitFor()

  await author.page.getByRole('button', { name: 'Send to the supplier…' }).click()
  const send = dialogOf(author.page, 'Send CIA-0001 to the supplier')
  await send.getByLabel('E-mail').fill(kestrel.members.ENGINEER.email)
  await send.getByLabel('Name').fill('Tomas Weiss')
  await send.getByLabel('Message').fill('Please join us.')
  await send.getByRole('button', { name: 'Send' }).click()
  await author.page.getByText(/Invited until/).waitFor()

  const { invitations } = await site.request(kestrel.members.ENGINEER.token, listAgreements, {})
  const answerer = await visit({ as: kestrel.members.ENGINEER, theme: 'light' })
  await answerer.goto(`/org/interface-agreement/agreements?invitation=${invitations[0]!.uuid}`)
  const answer = dialogOf(answerer.page, 'Invitation to CIA-0001')
  await answer.getByText('Please join us.').waitFor()
  expect(await axeOf(answerer.page)).toEqual([])
  await answer.getByRole('button', { name: 'Accept' }).click()
  await answerer.page.getByText('CIA-0001, VCU and inverter').waitFor()

  // the author's page learns of it by itself
  await author.page.getByRole('region', { name: 'Parties' }).getByText(kestrel.name).waitFor()
  await author.page.getByTitle(/^Here: /).waitFor()
})

test('[AGREEMENT-UI-8] an invitation is declined, and a draft is deleted', async () => {
  const org = await site.organisation('Declines')
  const other = await site.organisation('Invites')
  const sent = await beginAgreement(site, other)
  await invite(site, other, sent, org.members.ENGINEER.email)
  const draft = await beginAgreement(site, org, { title: 'Only a try' })
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto('/org/interface-agreement/agreements')
  await page.getByRole('region', { name: 'Invitations' }).getByRole('button', { name: 'Answer…' }).click()
  await page.getByRole('button', { name: 'Decline the invitation' }).click()
  await page.getByRole('region', { name: 'Invitations' }).waitFor({ state: 'detached' })
  expect(await axeOf(page)).toEqual([])

  await page.getByRole('gridcell', { name: 'Only a try' }).click()
  await page.waitForURL(new RegExp(`agreement=${draft}`))
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No interface agreement', { exact: true }).waitFor()
})

test('[AGREEMENT-UI-1] a page without an agreement opens the only one, and the list if there are several', async () => {
  const org = await site.organisation('Opens')
  const first = await beginAgreement(site, org)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto('/org/interface-agreement/glossary')
  await eventually(() => page.url()).toMatch(new RegExp(`glossary\\?agreement=${first}`))
  await beginAgreement(site, org, { title: 'Another one' })
  await goto('/org/interface-agreement/glossary')
  await page.waitForURL(/interface-agreement\/agreements/)
  await page.getByRole('gridcell', { name: 'Another one' }).waitFor()
  expect(new URL(page.url()).searchParams.has('agreement')).toBe(false)
})

test('[AGREEMENT-UI-9] two people edit the cover at once, and nothing is lost', async () => {
  const { customer, supplier, agreement } = await twoParties(site)
  const [one, other] = [await visit({ as: customer.members.ENGINEER }), await visit({ as: supplier.members.ENGINEER })]
  await Promise.all([one.goto(at('cover', agreement)), other.goto(at('cover', agreement))])
  await one.page.getByLabel('Scope').fill('Drive and charging')
  await other.page.getByLabel('Document number').fill('D-17')
  const theirs = other.page.getByRole('region', { name: 'Supplier' })
  await theirs.getByLabel('First contact').fill('Tomas Weiss')
  await other.page.getByRole('button', { name: 'Save the cover' }).click()
  await other.page.getByRole('region', { name: 'Changes of the cover' }).waitFor({ state: 'detached' })
  // what the other side has saved is on this page before this user saves
  await eventually(() => one.page.getByLabel('Document number').inputValue()).toBe('D-17')
  await one.page.getByRole('button', { name: 'Add a level' }).click()
  await one.page.getByLabel('About, level 1').fill('Delays')
  await one.page.getByRole('button', { name: 'Save the cover' }).click()
  await one.page.getByRole('region', { name: 'Changes of the cover' }).waitFor({ state: 'detached' })
  const { cover } = await site.request(customer.members.ENGINEER.token, getAgreementPages, {
    agreement_uuid: agreement,
  })
  expect(cover).toMatchObject({ scope: 'Drive and charging', document_number: 'D-17' })
  expect(cover.supplier.contact).toBe('Tomas Weiss')
  expect(cover.escalation.map(({ subject }) => subject)).toEqual(['Delays'])
  // each side edits its own contacts only
  expect(await one.page.getByRole('region', { name: 'Supplier' }).getByLabel('First contact').isDisabled()).toBe(true)
  expect(await axeOf(one.page)).toEqual([])
  expect(await sidewaysOf(one.page)).toBe(0)
})

test('[AGREEMENT-UI-11] a term is edited in place, added, removed, and searched', async () => {
  const { customer, supplier, agreement } = await twoParties(site)
  const { page, goto } = await visit({ as: customer.members.ENGINEER })
  const theirs = await visit({ as: supplier.members.ENGINEER, theme: 'light' })
  await Promise.all([goto(at('glossary', agreement)), theirs.goto(at('glossary', agreement))])
  await page.getByRole('button', { name: 'Add a term' }).click()
  await page.getByLabel('Term', { exact: true }).fill('VCU')
  await page.getByLabel('Meaning').fill('Vehicle control unit.')
  await page.keyboard.press('Enter')
  await theirs.page.getByRole('row', { name: /VCU/ }).waitFor()

  await theirs.page.getByRole('row', { name: /VCU/ }).getByRole('button', { name: 'Vehicle control unit.' }).click()
  await theirs.page.getByLabel('Meaning').fill('The control unit of the drive.')
  await theirs.page.keyboard.press('Enter')
  await page.getByRole('row', { name: /The control unit of the drive/ }).waitFor()

  await page.getByRole('row', { name: /^Asset/ }).hover()
  await page.getByRole('button', { name: 'Remove Asset' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await theirs.page.getByRole('row', { name: /^Asset/ }).waitFor({ state: 'detached' })
  await page.getByLabel('Search terms').fill('drive')
  await eventually(() => page.getByRole('rowheader').count()).toBe(1)
  expect(await axeOf(page)).toEqual([])
})

test('[AGREEMENT-UI-12] a side adds members, third parties and contacts, and the other side sees them', async () => {
  const { customer, supplier, agreement } = await twoParties(site)
  const { page, goto } = await visit({ as: customer.members.ENGINEER })
  await goto(at('cybersecurity-team', agreement))
  await page.getByRole('button', { name: 'Add somebody' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Person').selectOption(customer.members.ANALYST.uuid)
  await dialog.getByLabel('Role in this agreement').fill('Assessor')
  await dialog.getByRole('radio', { name: /^Third party/ }).check()
  await dialog.getByLabel('Search').fill('Cybersecurity case')
  await dialog.getByRole('checkbox', { name: /Cybersecurity case/ }).check()
  expect(await axeOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add' }).click()
  await page.getByText('Assessor').waitFor()

  const theirs = await visit({ as: supplier.members.ENGINEER, theme: 'light' })
  await theirs.goto(at('cybersecurity-team', agreement))
  await theirs.page.getByText('Assessor').waitFor()
  expect(await theirs.page.getByRole('button', { name: 'Add somebody' }).count()).toBe(1)

  // a third party sees the pages, with the reason why nothing can be changed
  const third = await visit({ as: customer.members.ANALYST })
  await third.goto(at('glossary', agreement))
  await third.page.getByRole('note').waitFor()
  await third.page.getByRole('row', { name: /^Asset/ }).waitFor()
  expect(await third.page.getByRole('button', { name: 'Add a term' }).isDisabled()).toBe(true)
  const { team } = await site.request(customer.members.ENGINEER.token, getAgreementTeam, { agreement_uuid: agreement })
  expect(team.find(({ role }) => role === 'Assessor')?.rows).toHaveLength(1)
})

test('[AGREEMENT-UI-4] a viewer sees the pages, and why nothing can be changed', async () => {
  const { customer, agreement } = await twoParties(site)
  const { page, goto } = await visit({ as: customer.members.ENGINEER })
  await goto(at('cybersecurity-team', agreement))
  await page.getByRole('button', { name: 'Add somebody' }).click()
  await page.getByRole('dialog').getByLabel('Person').selectOption(customer.members.VIEWER.uuid)
  await page.getByRole('dialog').getByLabel('Role in this agreement').fill('Observer')
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
  await page.getByText('Observer').waitFor()

  const viewer = await visit({ as: customer.members.VIEWER })
  await viewer.goto(at('cover', agreement))
  await viewer.page
    .getByRole('note')
    .getByText(/Your role can look/)
    .waitFor()
  expect(await viewer.page.getByLabel('Scope').isDisabled()).toBe(true)
  expect(await axeOf(viewer.page)).toEqual([])
})

test('[AGREEMENT-UI-6] [AGREEMENT-UI-10] [AGREEMENT-UI-3] both sides sign, and the version is sealed', async () => {
  const { uuid: agreement, accept, ours, theirs } = await agreementToSign(site, 'VCU and inverter')
  await accept()
  const [one, other] = [await visit({ as: ours }), await visit({ as: theirs, theme: 'light' })]
  await Promise.all([one.goto(at('cover', agreement)), other.goto(at('cover', agreement))])

  await one.page.getByRole('button', { name: 'Sign…' }).click()
  const dialog = dialogOf(one.page, /Sign version 1/)
  await dialog.getByText('It is the first version.').waitFor()
  // the other side changes the cover while this person reads what they sign
  await other.page.getByLabel('Document number').fill('D-18')
  await other.page.getByRole('button', { name: 'Save the cover' }).click()
  await dialog.getByRole('button', { name: 'Show what you would sign now' }).click()
  await dialog.getByLabel('Password', { exact: true }).fill('wrong')
  one.ignoreFaults(/4\d\d/)
  await dialog.getByRole('button', { name: 'Sign' }).click()
  await dialog.getByRole('alert').waitFor()
  expect(await axeOf(one.page)).toEqual([])
  one.ignoreFaults(/status of 4\d\d/)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign' }).click()
  await dialog.waitFor({ state: 'detached' })
  await one.page.getByText('Signed as it is now by 1 person').waitFor()

  await other.page.getByRole('button', { name: 'Sign…' }).click()
  const second = dialogOf(other.page, /Sign version 1/)
  await second.getByLabel('Password', { exact: true }).fill(password)
  await second.getByRole('button', { name: 'Sign' }).click()
  await one.page.getByRole('complementary', { name: 'Signed versions' }).getByText('Version 1').waitFor()
  await one.page.getByText('The hash chain is whole').waitFor()
  await eventually(() => one.page.getByText(/^Signed version 1,/).count()).toBe(2)

  await one.page.getByLabel('Title').fill('VCU and inverter, round 2')
  await one.page.getByRole('button', { name: 'Save the cover' }).click()
  await one.page.getByRole('region', { name: 'Changes of the cover' }).waitFor({ state: 'detached' })
  await one.page.getByRole('button', { name: 'Compare…' }).click()
  const compare = dialogOf(one.page, /Compare versions/)
  await compare.getByText('VCU and inverter, round 2').waitFor()
  expect(await axeOf(one.page)).toEqual([])
  await compare.getByRole('button', { name: 'Close' }).last().click()

  await one.page.getByRole('button', { name: 'More', exact: true }).click()
  await one.page.getByRole('menuitem', { name: 'History…' }).click()
  const history = dialogOf(one.page, /History of/).getByRole('list', { name: 'History' })
  await history
    .getByText(/signed/)
    .first()
    .waitFor()
  await history.getByText('agreed to').first().waitFor()
})

const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('[AGREEMENT-UI-13] [AGREEMENT-UI-14] [AGREEMENT-UI-15] a deliverable is handed over and received', async () => {
  const [north, kestrel] = [await site.organisation('Takes'), await site.organisation('Hands over')]
  const [ours, theirs] = [north.members.ENGINEER, kestrel.members.ENGINEER]
  const { uuid: program } = await createProgram(site, theirs.token)
  const [threat] = await writeArtefacts(site, theirs.token, program, {
    kind: 'threat-scenario',
    title: 'Unlocked by replay',
  })
  const tara = rowOf('WP-09-02')
  const agreement = await agreedBetween(site, north, kestrel, {
    rows: {
      [tara]: { supplier_r: true, update_cycle: 'on-event', deliverable_type: 'handover', date: dayFrom(-3) },
      [rowOf('WP-09-03')]: { supplier_r: true, date: dayFrom(12) },
    },
    programs: { supplier: program },
  })
  const giver = await visit({ as: theirs })
  await giver.goto(at('compliance', agreement))
  const table = giver.page.getByRole('grid', { name: 'Work products' })
  await table.getByText('Overdue').waitFor()
  await giver.page.getByRole('button', { name: /^Due in 30 days/ }).click()
  await eventually(() => table.getByRole('row').count()).toBe(2)
  await giver.page.getByRole('button', { name: /^Overdue 1/ }).click()
  await table.getByRole('gridcell', { name: 'TARA' }).click()
  const beside = giver.page.getByRole('complementary', { name: 'TARA' })
  await beside.getByRole('link', { name: /Unlocked by replay/ }).waitFor()

  await beside.getByRole('button', { name: 'Hand over…' }).click()
  const dialog = dialogOf(giver.page, 'Hand over TARA')
  await dialog.getByLabel('Version of the document').fill('2.0')
  await dialog
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'TARA.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
  await dialog.getByRole('checkbox', { name: /TARA.pdf/ }).waitFor()
  expect(await dialog.getByRole('checkbox', { name: /Unlocked by replay/ }).isChecked()).toBe(true)
  expect(await axeOf(giver.page)).toEqual([])
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await beside.getByText('No receipt yet').waitFor()
  await giver.page.getByText('Nothing is overdue').waitFor()

  const taker = await visit({ as: ours, theme: 'light' })
  await taker.goto(`${at('compliance', agreement)}&row=${tara}`)
  const received = taker.page.getByRole('complementary', { name: 'TARA' })
  const [file] = await Promise.all([
    taker.page.waitForEvent('download'),
    received.getByRole('button', { name: 'TARA.pdf' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('TARA.pdf')
  await received.getByRole('button', { name: 'Confirm receipt' }).click()
  await beside.getByText('Received', { exact: true }).waitFor()
  expect(await axeOf(taker.page)).toEqual([])

  // the artefact changes, and an event makes the work product due again
  await writeArtefacts(site, theirs.token, program, {
    uuid: threat!.uuid,
    kind: 'threat-scenario',
    revision: threat!.revision,
    title: 'Unlocked by relay',
  })
  await received.getByRole('button', { name: 'Report an event…' }).click()
  await dialogOf(taker.page, 'Report an event').getByLabel('What happened').fill('A relay attack was published.')
  await dialogOf(taker.page, 'Report an event').getByRole('button', { name: 'Report' }).click()
  await beside.getByText('A relay attack was published.').waitFor()
  await beside.getByRole('listitem').filter({ hasText: 'Unlocked by relay' }).getByText('Changed').waitFor()

  await giver.page.getByRole('link', { name: 'Deliveries' }).click()
  await giver.page.getByRole('grid', { name: 'Deliveries' }).getByText('Received', { exact: true }).waitFor()
  expect(await axeOf(giver.page)).toEqual([])
  expect(await sidewaysOf(giver.page)).toBe(0)
})

test('[AGREEMENT-UI-15] a delivery is returned with a reason, and counts as not exchanged', async () => {
  const [north, kestrel] = [await site.organisation('Returns'), await site.organisation('Delivers')]
  const tara = rowOf('WP-09-02')
  const agreement = await agreedBetween(site, north, kestrel, {
    rows: { [tara]: { supplier_r: true, update_cycle: 'once', date: dayFrom(-3) } },
  })
  await site.request(kestrel.members.ENGINEER.token, handOver, {
    agreement_uuid: agreement,
    row: tara,
    kind: 'handover',
    version: '1.0',
  })
  const { page, goto } = await visit({ as: north.members.ENGINEER })
  await goto(`${at('compliance', agreement)}&row=${tara}`)
  const beside = page.getByRole('complementary', { name: 'TARA' })
  await beside.getByRole('button', { name: 'Return…' }).click()
  expect(await dialogOf(page, 'Return the delivery').getByRole('button', { name: 'Return' }).isDisabled()).toBe(true)
  await dialogOf(page, 'Return the delivery').getByLabel('Reason').fill('The risk values are missing.')
  await dialogOf(page, 'Return the delivery').getByRole('button', { name: 'Return' }).click()
  await beside.getByText('The risk values are missing.').waitFor()
  await beside.getByText('Overdue').waitFor()
})
