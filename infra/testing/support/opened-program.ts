import { saveArtefacts } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { type Effort, noEffort, type Tree, type TreeStep } from '@carapace/shared/lifecycle/attack-tree/tree'

import { createProgram } from './factories.ts'
import { createFinding } from './findings.ts'
import type { Installation, Organisation } from './installation.ts'

const hard: Effort = {
  potential: {
    time: 'half-year',
    expertise: 'expert',
    knowledge: 'confidential',
    window: 'difficult',
    equipment: 'bespoke',
  },
  cvss: {},
  vector: 'network',
}

const step = (id: string, title: string, more: Partial<TreeStep>): TreeStep => ({
  id,
  title,
  note: '',
  gate: null,
  parts: [],
  effort: noEffort,
  techniques: [],
  controls: [],
  caps: [],
  ...more,
})

const tree: Tree = {
  root: 'R',
  steps: [
    step('R', 'Replace the firmware', { gate: 'or', parts: ['A', 'B'] }),
    step('A', 'Exploit the update client', { effort: hard }),
    step('B', 'Steal the signing key', { effort: hard }),
  ],
}

/**
 * A program with a gateway that cellular reaches, a severe threat scenario with a tree of two hard steps, one without a
 * tree, and the goal and requirement that answer the first; and a finding in the gateway's software.
 */
export async function createOpenedProgram(site: Installation, { org, members }: Organisation, name = 'Opened') {
  const { token } = members.ENGINEER
  const program = await createProgram(site, token, { name })
  const save = async (input: object) =>
    (await site.request(token, saveArtefacts, { program_uuid: program.uuid, ...input })).artefacts.map(
      ({ uuid }) => uuid,
    )
  const [component, cellular, asset, damage, threat, plain, attack, goal, requirement] = (await save({
    artefacts: [
      { kind: 'component', title: 'Central gateway', fields: { ecu: 'GW', category: 'gateway' } },
      { kind: 'channel', title: 'Mobile network', fields: { medium: 'cellular', protection: ['encryption'] } },
      { kind: 'asset', title: 'Firmware' },
      { kind: 'damage-scenario', title: 'Brakes fail', fields: { safety: 'severe' } },
      { kind: 'threat-scenario', title: 'Firmware is replaced' },
      { kind: 'threat-scenario', title: 'Frames are injected', fields: { effort: hard } },
      { kind: 'attack-tree', title: 'Replace it', fields: { tree } },
      { kind: 'goal', title: 'Only signed firmware' },
      { kind: 'requirement', title: 'Verify signatures' },
    ],
  })) as [string, string, string, string, string, string, string, string, string]
  await save({
    link: [
      { kind: 'connects', from: component, to: cellular },
      { kind: 'is-asset', from: component, to: asset },
      { kind: 'harms', from: asset, to: damage },
      { kind: 'targets', from: asset, to: threat },
      { kind: 'targets', from: asset, to: plain },
      { kind: 'leads-to', from: damage, to: threat },
      { kind: 'leads-to', from: damage, to: plain },
      { kind: 'refined-in', from: threat, to: attack },
      { kind: 'answered-by', from: threat, to: goal },
      { kind: 'demands', from: goal, to: requirement },
    ],
  })
  const finding = await createFinding(site.sql, org, { programUuid: program.uuid })
  return { program: program.uuid, component, threat, plain, attack, goal, requirement, finding, save }
}
