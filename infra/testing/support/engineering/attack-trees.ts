import { randomUUID } from 'node:crypto'
import { uuidInProgram } from '@carapace/shared/graph/artefacts/artefact-uuid'
import { type Effort, noEffort, type Tree, type TreeStep } from '@carapace/shared/lifecycle/attack-tree/tree'
import { expect } from 'vitest'

import type { Installation, Organisation } from '../installation.ts'
import { createProgram } from '../factories.ts'

const effort = (
  time: string,
  expertise: string,
  knowledge: string,
  window: string,
  equipment: string,
  vector: Effort['vector'] = null,
  cvss: Effort['cvss'] = {},
): Effort => ({ potential: { time, expertise, knowledge, window, equipment }, cvss, vector })
const step = (id: string, title: string, more: Partial<TreeStep> = {}): TreeStep => ({
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
const secOc = '00000000-0000-4000-8000-0000000000c1'
const firewall = '00000000-0000-4000-8000-0000000000c2'
const delayTimer = '00000000-0000-4000-8000-0000000000c3'
const rollback = '00000000-0000-4000-8000-0000000000c4'
const local = { av: 'local', ac: 'low', pr: 'none', ui: 'none' } as const

/** A tree with a shared step, both gates, four controls and ten rated steps; controls have placeholder names. */
export const mockTree: Tree = {
  root: 'root',
  steps: [
    step('root', 'Spoofed torque request over powertrain CAN', { gate: 'or', parts: ['a', 'b', 'c'] }),
    step('a', 'Inject through the OBD port', { gate: 'and', parts: ['a1', 'a2', 'a3'] }),
    step('a1', 'Reach the OBD port', {
      effort: effort('day', 'layman', 'public', 'moderate', 'standard', 'local', local),
    }),
    step('a2', 'Pass the gateway filter', { gate: 'or', parts: ['a2a', 'a2b'] }),
    step('a2a', 'SecurityAccess brute force', {
      effort: effort('week', 'proficient', 'restricted', 'moderate', 'specialised', 'local', local),
      controls: [delayTimer],
    }),
    step('a2b', 'Leaked workshop key', {
      effort: effort('month', 'proficient', 'strictly-confidential', 'unlimited', 'standard', 'local', {
        ...local,
        pr: 'high',
      }),
    }),
    step('a3', 'Send 0x2C1 at 4 × rate', {
      effort: effort('week', 'proficient', 'restricted', 'unlimited', 'specialised', 'local', local),
      controls: [secOc],
    }),
    step('b', 'Inject from a compromised TCU', { gate: 'and', parts: ['b1', 'b2', 'a3'] }),
    step('b1', 'Run code on the TCU', { gate: 'or', parts: ['b1a', 'b1b'] }),
    step('b1a', 'sshd with a stolen key', {
      effort: effort('month', 'expert', 'restricted', 'easy', 'standard', 'network', {
        av: 'network',
        ac: 'high',
        pr: 'low',
        ui: 'none',
      }),
    }),
    step('b1b', 'OTA downgrade to 3.9.8', {
      effort: effort('month', 'expert', 'confidential', 'easy', 'specialised', 'network', {
        av: 'network',
        ac: 'high',
        pr: 'high',
        ui: 'required',
      }),
      controls: [rollback],
    }),
    step('b2', 'Pivot through the gateway', {
      effort: effort('month', 'expert', 'confidential', 'easy', 'standard', 'network', {
        av: 'adjacent',
        ac: 'high',
        pr: 'low',
        ui: 'none',
      }),
      controls: [firewall],
    }),
    step('c', 'Replace the VCU', {
      effort: effort('month', 'expert', 'confidential', 'difficult', 'bespoke', 'physical', {
        av: 'physical',
        ac: 'high',
        pr: 'none',
        ui: 'required',
      }),
    }),
  ],
}

/**
 * Creates a program with a threat scenario of severe damage, four controls, two assumptions, and its tree; null: no
 * tree.
 */
export async function treeProgram(
  site: Installation,
  {
    members: {
      ENGINEER: { token },
    },
  }: Organisation,
  tree: Tree | null = mockTree,
) {
  const program = await createProgram(site, token, { name: 'EQX-24 platform' })
  const [asset, damage, threat, treeUuid, locked, dbc] = Array.from({ length: 6 }, () =>
    uuidInProgram(program.uuid, randomUUID()),
  ) as [string, string, string, string, string, string]
  const controls = new Map(
    [secOc, firewall, delayTimer, rollback].map((name) => [name, uuidInProgram(program.uuid, randomUUID())]),
  )
  const raises = {
    [secOc]: effort('half-year', 'expert', 'confidential', 'unlimited', 'specialised'),
    [firewall]: effort('half-year', 'expert', 'confidential', 'moderate', 'specialised'),
    [delayTimer]: effort('half-year', 'proficient', 'restricted', 'moderate', 'specialised'),
    [rollback]: effort('longer', 'experts', 'confidential', 'moderate', 'specialised'),
  }
  const named = [
    [secOc, 'SecOC', 'planned'],
    [firewall, 'Firewall', 'verified'],
    [delayTimer, 'Delay timer', 'planned'],
    [rollback, 'Rollback', 'verified'],
  ] as const
  const real = tree && {
    ...tree,
    steps: tree.steps.map((one) => ({
      ...one,
      controls: one.controls.map((name) => controls.get(name)!),
      caps:
        one.id === 'a1'
          ? [{ assumption: locked, factor: 'window', level: 'moderate' }]
          : one.id === 'a3'
            ? [{ assumption: dbc, factor: 'knowledge', level: 'restricted' }]
            : [],
    })),
  }
  const { body } = await site.call(token, 'v2/app/save-artefacts', {
    program_uuid: program.uuid,
    artefacts: [
      {
        kind: 'asset',
        new_uuid: asset,
        title: 'Torque request, VCU to inverter',
        fields: { relevant: true, properties: ['integrity'] },
      },
      {
        kind: 'damage-scenario',
        new_uuid: damage,
        title: 'Unintended acceleration',
        fields: { safety: 'severe', financial: 'major', operational: 'severe', privacy: 'negligible' },
      },
      {
        kind: 'threat-scenario',
        new_uuid: threat,
        title: 'Spoofed torque request over powertrain CAN',
        fields: { stride: ['spoofing'] },
      },
      ...named.map(([name, title, standing]) => ({
        kind: 'control',
        new_uuid: controls.get(name),
        title,
        fields: { standing, raises: raises[name] },
      })),
      { kind: 'assumption', new_uuid: locked, title: 'Vehicle is locked in motion', fields: { holds: 'confirmed' } },
      { kind: 'assumption', new_uuid: dbc, title: 'DBC not public', fields: { holds: 'open' } },
      ...(real
        ? [
            {
              kind: 'attack-tree',
              new_uuid: treeUuid,
              title: 'Spoofed torque request over powertrain CAN',
              fields: { tree: real },
            },
          ]
        : []),
    ],
    link: [
      { kind: 'harms', from: asset, to: damage },
      { kind: 'targets', from: asset, to: threat },
      { kind: 'leads-to', from: damage, to: threat },
      ...(real ? [{ kind: 'refined-in', from: threat, to: treeUuid }] : []),
    ],
  })
  expect(body).toMatchObject({ success: true })
  return { programUuid: program.uuid, threatUuid: threat, treeUuid }
}
