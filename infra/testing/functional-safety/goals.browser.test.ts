import { expect, test } from 'vitest'
import type { StoredTree } from '@carapace/shared/functional-safety/fault-tree/tree'
import { saveArtefacts } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { noIndicators } from '@carapace/shared/lifecycle/sightings/indicators'
import { getSightings } from '@carapace/shared/lifecycle/sightings/sightings.contract'
import { axeOf, eventually, intrusion, startConsole } from '../support/browser/browser.ts'
import { theAlert } from '../support/events.ts'
import { createProgram } from '../support/factories.ts'
import type { Organisation } from '../support/installation.ts'

const { site, visit } = await startConsole()

const event = { title: 'Pump stops', note: '', kind: 'basic', probability: 1e-5, artefact: null } as const
const tree: StoredTree = {
  top: 'Top',
  missionTime: 10_000,
  nodes: [
    { id: 'Top', title: 'No braking', note: '', kind: 'gate', gate: 'or', parts: ['Pump', 'Bus'] },
    { ...event, id: 'Pump' },
    { ...event, id: 'Bus', title: 'Bus off', probability: 3e-5 },
  ],
  groups: [],
  parameters: [],
}

/** A goal of ASIL D with its fault tree, and a threat that an alert matches, whose damage is a failure of the goal. */
async function threatenedGoal({ members: { ENGINEER: engineer } }: Organisation) {
  const { uuid: program } = await createProgram(site, engineer.token, { name: 'Brake by wire' })
  const save = async (input: object) =>
    (await site.request(engineer.token, saveArtefacts, { program_uuid: program, ...input })).artefacts
  const [goal, fault, threat, damage, failure, hazard, hazardous] = await save({
    artefacts: [
      { kind: 'safety-goal', title: 'The vehicle brakes', fields: { safe_state: 'None' } },
      { kind: 'fault-tree', title: 'Loss of braking', fields: { tree } },
      {
        kind: 'threat-scenario',
        title: 'Forged brake requests',
        fields: { indicators: { ...noIndicators, event_ids: [0x8001] } },
      },
      { kind: 'damage-scenario', title: 'The vehicle does not stop', fields: { safety: 'severe' } },
      { kind: 'failure', title: 'No braking' },
      { kind: 'hazard', title: 'Loss of braking' },
      {
        kind: 'hazardous-event',
        title: 'No braking',
        fields: { severity: 'S3', exposure: 'E4', controllability: 'C3' },
      },
    ],
  })
  await save({
    link: [
      { kind: 'analysed-in', from: goal!.uuid, to: fault!.uuid },
      { kind: 'leads-to', from: damage!.uuid, to: threat!.uuid },
      { kind: 'is-damage', from: failure!.uuid, to: damage!.uuid },
      { kind: 'creates', from: failure!.uuid, to: hazard!.uuid },
      { kind: 'arises-in', from: hazard!.uuid, to: hazardous!.uuid },
      { kind: 'prevented-by', from: hazardous!.uuid, to: goal!.uuid },
    ],
  })
  return { program, threat: threat! }
}

test('[SAFETY-UI-21] a goal shows its figures and threats, and an alert the goal at stake', async () => {
  const org = await site.organisation('Stake')
  const { program, threat } = await threatenedGoal(org)
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(`/org/functional-safety/goals?programId=${program}&open=SG-01&part=evidence`)
  const pmhf = page.getByRole('table', { name: 'PMHF by fault tree' }).getByRole('row')
  await eventually(() => pmhf.innerText()).toMatch(/^FT-01\s+Loss of braking\s+4\.00e-9 \/h\s+Met$/)
  const threats = page.getByRole('table', { name: 'Threats that could violate it' })
  await eventually(() => threats.innerText()).toMatch(/^TS-001\s+Forged brake requests\s+through .*FL-001/)
  expect(await axeOf(page)).toEqual([])

  await site.post(org.key, [intrusion('STAKE1', 0x8001)])
  await eventually(
    async () => (await site.request(org.members.ENGINEER.token, getSightings, { threat_uuid: threat.uuid })).total,
  ).toBe(1)
  const goals = page.getByRole('list', { name: 'Safety goals at stake' })
  await goto(`/org/lifecycle/projects/view/threat-analysis?programId=${program}&open=TS-001&part=field`)
  await eventually(() => goals.innerText()).toMatch(/^SG-01 The vehicle brakes\s+D/)
  expect(await axeOf(page)).toEqual([])

  const { uuid } = await theAlert(site, org, { vehicle: 'STAKE1' })
  await goto(`/org/msoc/dashboard/alert-management?alert=${uuid}`)
  await eventually(() => goals.innerText()).toMatch(/^SG-01 The vehicle brakes\s+D/)
  await goals.getByRole('link', { name: 'SG-01 The vehicle brakes' }).click()
  await page.waitForURL(/functional-safety\/goals/)
})
