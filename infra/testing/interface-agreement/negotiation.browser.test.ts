import { decideRows } from '@carapace/shared/interface-agreement/agreements.contract'
import { compareAgreementVersions } from '@carapace/shared/interface-agreement/pages.contract'
import { getAgreementHistory } from '@carapace/shared/interface-agreement/row-details.contract'
import { expect, test } from 'vitest'

import { axeOf, eventually, startConsole } from '../support/browser/browser.ts'
import { password } from '../support/installation.ts'
import { rowOf } from './parties.fixture.ts'
import { onTable, tableOf } from './table.fixture.ts'
import { agreementSeenBy, twoParties } from './two-parties.ts'

const { site, visit } = await startConsole()

/** An agreement in which both sides have agreed to all rows but some. */
async function agreedExcept(open: readonly number[]) {
  const parties = await twoParties(site, { title: 'VCU and inverter' })
  const { tokens, agreement } = parties
  for (const token of [tokens.customer, tokens.supplier]) {
    const { sheet, seq } = await agreementSeenBy(site, token, agreement)
    const rows = sheet.flatMap(({ row }) => (row.is_heading || open.includes(row.id) ? [] : [row.id]))
    await site.request(token, decideRows, { agreement_uuid: agreement, rows, seen: seq, decision: 'accept' })
  }
  return parties
}

test(
  '[AGREEMENT-UI-48] two organisations negotiate three rows, sign, amend and sign again',
  { timeout: 240_000 },
  async () => {
    const [plan, report, sources] = [rowOf('WP-06-01'), rowOf('WP-06-02'), rowOf('WP-08-01')]
    const { customer, supplier, tokens, agreement } = await agreedExcept([plan, report, sources])
    const [ours, theirs] = [
      await visit({ as: customer.members.ENGINEER }),
      await visit({ as: supplier.members.ENGINEER }),
    ]
    await Promise.all([ours, theirs].map((each) => each.goto(tableOf(agreement))))
    const [one, other] = [onTable(ours.page), onTable(theirs.page)]
    // so that the drawer is beside the table
    await Promise.all([ours, theirs].map(({ page }) => page.setViewportSize({ width: 1920, height: 1080 })))

    // the customer proposes for three rows
    await one.strip.getByText('50 of 53').waitFor()
    await one.mark(plan, 'customer_r').click()
    await one.mark(plan, 'supplier_i').click()
    await one.fill(report, 'specific_document', 'CS case VCU')
    await one.fill(sources, 'update_cycle', 'c')
    await one.strip.getByText('4 changes not sent').waitFor()
    await one.send('The plan is ours.')
    await other.strip.getByText('4 proposals to you').waitFor()

    // the supplier accepts one, makes a counter-proposal for one, and declines one
    await other.open(plan)
    await other.proposal.getByText('The plan is ours.').waitFor()
    expect(await axeOf(theirs.page)).toEqual([])
    await theirs.page.keyboard.press('y')
    await other.drawer.getByText('Accepted', { exact: true }).waitFor()
    await other.open(report)
    await other.proposal.getByText('CS case VCU').waitFor()
    await theirs.page.keyboard.press('r')
    await theirs.page.keyboard.type('CS case of the VCU 2.0')
    await theirs.page.keyboard.press('Enter')
    await other.strip.getByText('1 change not sent').waitFor()
    await other.open(report)
    await other.button('Send to Customer…').click()
    await other.dialog.getByRole('button', { name: /^Send/ }).click()
    await other.open(sources)
    await other.proposal.getByText('cyclic').waitFor()
    await theirs.page.keyboard.press('n')
    await theirs.page.keyboard.type('We learn of sources by events.')
    await other.button('Decline 1 field').click()
    await other.drawer.getByText('Not accepted', { exact: true }).waitFor()

    // the customer accepts the counter-proposal and follows the reason
    await one.open(report)
    await one.proposal.getByText('CS case of the VCU 2.0').waitFor()
    await one.button(/^Accept 1/).click()
    await one.drawer.getByText('Accepted', { exact: true }).waitFor()
    await one.open(sources)
    await one.drawer.getByRole('region', { name: 'Decision' }).getByText('We learn of sources by events.').waitFor()
    await one.fill(sources, 'update_cycle', 'on-event')
    await one.send()
    await other.proposal.getByText('on-event').waitFor()
    await other.button(/^Accept 1/).click()
    await one.strip.getByText('53 of 53').waitFor()

    // both sign
    const sign = async (at: ReturnType<typeof onTable>) => {
      await at.button('Sign…').click()
      await at.dialog.getByLabel('Password', { exact: true }).fill(password)
      await at.dialog.getByRole('button', { name: /^Sign/ }).click()
      await at.dialog.waitFor({ state: 'detached' })
    }
    await sign(one)
    await sign(other)
    await one.strip
      .getByText(/Signed version 1/)
      .first()
      .waitFor()

    // an amendment is negotiated and signed, too: what is signed is shown
    await one.fill(plan, 'status', 'Approved')
    await one.send('Released.')
    await other.open(plan)
    await other.button(/^Accept 1/).click()
    await other.drawer.getByText('Accepted', { exact: true }).waitFor()
    await one.button('Sign…').click()
    await one.dialog.getByText('Since version 1 this has changed:').waitFor()
    expect(await one.dialog.getByRole('list', { name: 'Changes' }).textContent()).toMatch(
      /Cybersecurity plan.*Status.*Approved/,
    )
    await one.dialog.getByLabel('Password', { exact: true }).fill(password)
    await one.dialog.getByRole('button', { name: /^Sign/ }).click()
    await one.dialog.waitFor({ state: 'detached' })
    await sign(other)
    await one.strip
      .getByText(/Signed version 2/)
      .first()
      .waitFor()

    // the difference and the history tell it, to both sides alike
    const difference = await site.request(tokens.supplier, compareAgreementVersions, {
      agreement_uuid: agreement,
      before: 1,
      after: 2,
    })
    expect(difference.rows).toEqual([
      {
        row: plan,
        title: 'Cybersecurity plan',
        what: 'changed',
        fields: [{ field: 'status', before: '', after: 'Approved' }],
      },
    ])
    const { entries } = await site.request(tokens.customer, getAgreementHistory, {
      agreement_uuid: agreement,
      row: sources,
    })
    expect(entries.map(({ side, what, changes, note }) => [side, what, changes, note])).toEqual([
      ['supplier', 'accepted', {}, ''],
      ['customer', 'proposed', { update_cycle: 'on-event' }, ''],
      ['supplier', 'declined', {}, 'We learn of sources by events.'],
      ['customer', 'proposed', { update_cycle: 'cyclic' }, 'The plan is ours.'],
    ])
    await one.button('More').click()
    await ours.page.getByRole('menuitem', { name: 'History…' }).click()
    const entriesShown = one.dialog.getByRole('list', { name: 'History' })
    await entriesShown.getByText('We learn of sources by events.').waitFor()
    for (const text of ['CS case of the VCU 2.0', 'The plan is ours.', 'Released.'])
      expect(await entriesShown.getByText(text).count(), text).toBeGreaterThan(0)
    await eventually(
      async () => (await entriesShown.textContent())?.match(/signed/g)?.length ?? 0,
    ).toBeGreaterThanOrEqual(4)
  },
)

test('[AGREEMENT-14] who of both organisations is not in the team sees nothing, nor does another tenant', async () => {
  const { customer, supplier, agreement } = await twoParties(site)
  const another = await site.organisation('Another tenant')
  for (const as of [customer.members.VIEWER, supplier.members.ANALYST, another.members.ADMIN]) {
    const { page, goto, ignoreFaults } = await visit({ as })
    await goto(tableOf(agreement))
    await page.getByText('There is no such agreement').waitFor()
    expect(await page.getByRole('grid').count()).toBe(0)
    // the call, and the subscription after it
    await page.waitForLoadState('networkidle')
    ignoreFaults(/Failed to load resource: .* 404/)
  }
})

test('[AGREEMENT-20] [AGREEMENT-16] what a side types and notes is on no page of the other side', async () => {
  const plan = rowOf('WP-06-01')
  const { customer, supplier, agreement } = await twoParties(site)
  const [ours, colleague, theirs] = [
    await visit({ as: customer.members.ENGINEER }),
    await visit({ as: customer.members.ADMIN }),
    await visit({ as: supplier.members.ENGINEER }),
  ]
  await Promise.all([ours, colleague, theirs].map((each) => each.goto(tableOf(agreement, `&row=${plan}`))))
  const [one, two, other] = [onTable(ours.page), onTable(colleague.page), onTable(theirs.page)]
  await one.drawer.getByLabel('Note', { exact: true }).fill('They must not know')
  await one.button('Save the note').click()
  await one.fill(plan, 'specific_document', 'Typed and not sent')
  await two.cell(plan, 'specific_document').getByText('Typed and not sent').waitFor()
  await two.drawer.getByText('Not sent', { exact: true }).waitFor()
  await colleague.page.reload()
  await eventually(() => two.drawer.getByLabel('Note', { exact: true }).inputValue()).toBe('They must not know')
  await one.open(plan)
  await one.drawer.getByLabel('Write to both sides').fill('Both sides read this')
  await one.button('Comment').click()
  await other.drawer.getByText('Both sides read this').waitFor()
  expect(await theirs.page.content()).not.toMatch(/They must not know|Typed and not sent/)
  expect(await other.drawer.getByLabel('Note', { exact: true }).inputValue()).toBe('')
})
