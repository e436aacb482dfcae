import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Artefact, saveArtefacts } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { noIndicators } from '@carapace/shared/lifecycle/sightings/indicators'
import { licences } from '@carapace/shared/modules'
import { saveProgram } from '@carapace/shared/graph/programs/programs.contract'
import { getSightings } from '@carapace/shared/lifecycle/sightings/sightings.contract'
import { axeOf, eventually, intrusion, startConsole } from '../support/browser/browser.ts'
import { theAlert } from '../support/events.ts'
import type { Organisation } from '../support/installation.ts'

const { site, visit } = await startConsole()
const queue = '/org/msoc/dashboard/alert-management'

const section = (page: Page, name: string) => page.getByRole('region', { name })
const lowEffort = {
  effort: {
    potential: {
      time: 'month',
      expertise: 'expert',
      knowledge: 'restricted',
      window: 'moderate',
      equipment: 'specialised',
    },
    cvss: {},
    vector: null,
  },
}

/** A program that matches event 0x8001, with links from there to a requirement, which is suspect. */
async function createMatchingProgram({ members: { ENGINEER: engineer } }: Organisation) {
  const save = async (input: object) =>
    (await site.request(engineer.token, saveArtefacts, { program_uuid: program, ...input })).artefacts
  const begun = await site.request(engineer.token, saveProgram, { name: 'Fjord zonal 2' })
  const program = begun.program.uuid
  const [damage, threat, goal, requirement] = await save({
    artefacts: [
      { kind: 'damage-scenario', title: 'Unintended acceleration', fields: { safety: 'severe' } },
      {
        kind: 'threat-scenario',
        title: 'Forged secured messages',
        fields: { ...lowEffort, indicators: { ...noIndicators, event_ids: [0x8001] } },
      },
      { kind: 'goal', title: 'Authentic torque requests' },
      { kind: 'requirement', title: 'SecOC on torque requests' },
    ],
  })
  await save({
    link: [
      { kind: 'leads-to', from: damage!.uuid, to: threat!.uuid },
      { kind: 'answered-by', from: threat!.uuid, to: goal!.uuid },
      { kind: 'demands', from: goal!.uuid, to: requirement!.uuid },
    ],
  })
  await save({
    artefacts: [{ uuid: goal!.uuid, kind: 'goal', revision: 1, title: 'Authentic and fresh torque requests' }],
  })
  return { program, threat: threat! }
}

const isSeen = async ({ members: { ENGINEER: engineer } }: Organisation, { uuid }: Artefact, alerts: number) =>
  eventually(async () => (await site.request(engineer.token, getSightings, { threat_uuid: uuid })).total).toBe(alerts)

test('[SIGHTING-11] an alert shows its matching scenarios with links, and a scenario shows its alerts', async () => {
  const org = await site.organisation('Matching')
  const { program, threat } = await createMatchingProgram(org)
  await site.post(org.key, [intrusion('MATCHING1', 0x8001)])
  await isSeen(org, threat, 1)
  const { uuid } = await theAlert(site, org, { vehicle: 'MATCHING1' })
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(`${queue}?alert=${uuid}`)
  const beside = section(page, 'Matching threat scenarios')
  await beside.getByRole('link', { name: 'TS-001 Forged secured messages' }).waitFor()
  const scenario = (await beside.innerText()).replaceAll(/\s+/g, ' ')
  for (const text of [
    /Fjord zonal 2, feasibility low, impact severe.*Damage DS-001 Unintended acceleration/,
    /DS-001 Unintended acceleration.*Goal CG-01.*Requirement CSR-001 SecOC on torque requests Suspect/,
  ])
    expect(scenario).toMatch(text)
  expect(await axeOf(page)).toEqual([])

  await goto(`${queue}/general?alert=${uuid}`)
  await section(page, 'Matching threat scenarios').getByRole('link', { name: 'TS-001 Forged secured messages' }).click()
  await page.waitForURL(
    (url) => url.searchParams.get('programId') === program && url.searchParams.get('open') === 'TS-001',
  )
  const drawer = page.getByRole('complementary', { name: /Forged secured messages/ })
  await drawer.getByRole('tab', { name: 'Field' }).click()
  await drawer.getByText('1 alert on 1 vehicle, 30 days').waitFor()
  await drawer.getByRole('button', { name: 'Impact: what it touches' }).click()
  await drawer.getByRole('link', { name: 'seen on 1 vehicle, 1 alert in 30 days' }).waitFor()
  await drawer.getByRole('tab', { name: 'Field' }).click()
  await drawer.getByRole('link', { name: 'Open in queue' }).click()
  await page.getByRole('option').filter({ hasText: 'MATCHING1' }).waitFor()
})

test('[SIGHTING-9] a contradiction between rating and sightings is answered at the scenario', async () => {
  const org = await site.organisation('Contradiction')
  const { program, threat } = await createMatchingProgram(org)
  await site.post(
    org.key,
    ['FIELDA', 'FIELDB', 'FIELDC'].map((vin) => intrusion(vin, 0x8001)),
  )
  await isSeen(org, threat, 3)
  const { page, goto } = await visit({ as: org.members.ENGINEER, theme: 'light' })
  await goto(`/org/lifecycle/projects/view/threat-analysis?programId=${program}&open=TS-001`)
  const drawer = page.getByRole('complementary', { name: /Forged secured messages/ })
  await drawer.getByText('3 alerts on 3 vehicles within 30 days, while it is rated low.').waitFor()
  await drawer.getByLabel('Reason').fill('Workshop tool of a supplier.')
  await drawer.getByRole('button', { name: 'The rating stands' }).click()
  await eventually(() => drawer.getByText('The field contradicts the rating.').count()).toBe(0)
  await drawer.getByRole('tab', { name: 'Field' }).click()
  await drawer.getByText(/The rating stands, .*: Workshop tool of a supplier\./).waitFor()
  expect(await site.request(org.members.ENGINEER.token, getSightings, { threat_uuid: threat.uuid })).toMatchObject({
    proposal: null,
    total: 3,
    answer: { answer: 'stands', reason: 'Workshop tool of a supplier.' },
  })
})

test('[SIGHTING-15] [RISK-8] a contradiction is shown, and re-assess applies its preview', async () => {
  const org = await site.organisation('Shown')
  const { program, threat } = await createMatchingProgram(org)
  await site.post(
    org.key,
    ['SHOWNA', 'SHOWNB', 'SHOWNC'].map((vin) => intrusion(vin, 0x8001)),
  )
  await isSeen(org, threat, 3)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await page.setViewportSize({ width: 1920, height: 1080 })
  await goto(`/org/lifecycle/programs/view?programId=${program}`)
  await page.getByText('1 scenario seen, 1 contradicted').waitFor()
  await goto(`/org/lifecycle/projects/view/threat-analysis?programId=${program}`)
  const row = page.getByRole('row').filter({ hasText: 'TS-001' })
  await row.getByText('Field: medium').waitFor()
  await page.getByRole('button', { name: 'Contradicted by the field 1' }).click()
  await page.waitForURL((url) => url.searchParams.get('tab') === 'contradicted')
  await goto(`/org/lifecycle/projects/view/threat-analysis?programId=${program}&open=TS-001&part=field`)
  const drawer = page.getByRole('complementary', { name: /Forged secured messages/ })
  await drawer.getByTitle('Risk now 3 of 5').waitFor()
  await drawer.getByTitle('Risk after re-assessment 4 of 5').waitFor()
  expect(await axeOf(page)).toEqual([])
  await drawer.getByLabel('Reason').fill('Seen on three vehicles.')
  await drawer.getByRole('button', { name: 'Re-assess' }).click()
  await drawer.getByText(/Re-assessed, at least medium/).waitFor()
  await row.getByTitle('Initial risk 4 of 5').waitFor()
  await eventually(() => row.getByText('Field: medium').count()).toBe(0)
})

test('[SIGHTING-16] an alert that no scenario matches offers to create one, which then matches it', async () => {
  const org = await site.organisation('Unforeseen')
  await createMatchingProgram(org)
  await site.post(org.key, [intrusion('UNFORESEEN', 0x8002)])
  const { uuid } = await theAlert(site, org, { vehicle: 'UNFORESEEN' })
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(`${queue}?alert=${uuid}`)
  const beside = section(page, 'Matching threat scenarios')
  await beside.getByRole('button', { name: 'Create a threat scenario' }).click()
  await beside.getByRole('button', { name: 'What TS-002 leads to' }).waitFor()
  expect(await beside.getByRole('button', { name: 'Create a threat scenario' }).count()).toBe(0)
})

test('[MEMBER-1] without access to matching programs there is a hint, without the licence nothing', async () => {
  const org = await site.organisation('Outsiders')
  const { threat } = await createMatchingProgram(org)
  await site.post(org.key, [intrusion('MATCHING2', 0x8001)])
  await isSeen(org, threat, 1)
  const { uuid } = await theAlert(site, org, { vehicle: 'MATCHING2' })
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(`${queue}?alert=${uuid}`)
  await section(page, 'Matching threat scenarios')
    .getByText('No threat scenario of the programs that you see')
    .waitFor()

  const other = await site.organisation('No lifecycle', {
    modules: licences.filter((licence) => licence !== 'LIFECYCLE_CONCEPT_PHASE'),
  })
  await site.post(other.key, [intrusion('MATCHING3', 0x8001)])
  const alone = await visit({ as: other.members.ANALYST })
  await alone.goto(`${queue}?alert=${(await theAlert(site, other, { vehicle: 'MATCHING3' })).uuid}`)
  await section(alone.page, 'Why it fired').waitFor()
  expect(await section(alone.page, 'Matching threat scenarios').count()).toBe(0)
})
