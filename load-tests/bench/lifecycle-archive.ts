import { randomUUID } from 'node:crypto'
import { zipOf } from '@carapace/api/src/core/documents/zip-writer.ts'
import {
  type ArchivedArtefact,
  type ArchivedLink,
  archiveFormat,
  archiveVersion,
  artefactsFile,
} from '@carapace/shared/lifecycle/exchange/archive'

/** The size of the project that the issue requires. */
export const sizes = {
  assets: 300,
  damages: 600,
  threats: 3_000,
  trees: 300,
  controls: 100,
  goals: 600,
  requirements: 1_500,
  links: 30_000,
}

const made = '2026-01-01T00:00:00.000Z'
const impacts = ['severe', 'major', 'moderate', 'negligible']
const noEffort = { potential: {}, cvss: {}, vector: null }
const effort = (i: number) => ({
  potential: { time: ['day', 'week', 'month'][i % 3], expertise: ['layman', 'expert'][i % 2] },
  cvss: {},
  vector: ['network', 'local'][i % 2],
})

/** An archive of a project of this size, as another installation would have written it. */
export async function largeArchive(): Promise<Buffer<ArrayBuffer>> {
  const project = {
    uuid: randomUUID(),
    name: 'Large',
    type: 'SYSTEM',
    description: '',
    current_phase: 'CONCEPT',
    phase_statuses: { CONCEPT: 'CREATED' },
    created_at: made,
  }
  const several = (n: number, title: string, fields: (i: number) => Record<string, unknown>): ArchivedArtefact[] =>
    Array.from({ length: n }, (_, i) => ({
      uuid: randomUUID(),
      number: i + 1,
      title: `${title} ${i + 1}`,
      status: 'CREATED' as const,
      project: project.uuid,
      fields: fields(i),
      origin: { how: 'written' as const, what: '' },
      revision: 1,
      created_at: made,
      updated_at: made,
    }))
  const text = 'An attacker on the bus sends frames in the name of another unit, and the receiver acts on them. '
  const control = several(sizes.controls, 'Control', (i) => ({
    type: 'prevent',
    standing: 'planned',
    raises: effort(i),
  }))
  const kinds = {
    asset: several(sizes.assets, 'Asset', () => ({
      properties: ['integrity'],
      relevant: true,
      description: text.repeat(3),
    })),
    'damage-scenario': several(sizes.damages, 'Damage scenario', (i) => ({
      safety: impacts[i % 4],
      operational: impacts[(i + 1) % 4],
      description: text.repeat(3),
    })),
    'threat-scenario': several(sizes.threats, 'Threat scenario', (i) => ({
      stride: ['spoofing'],
      annex5: [`4.${(i % 2) + 1}`],
      treatment: 'reduce',
      effort: effort(i),
      description: text.repeat(5),
    })),
    'attack-tree': several(sizes.trees, 'Attack tree', (i) => ({
      tree: {
        root: 'R',
        steps: [
          { id: 'R', title: 'Reach it', gate: 'or', parts: ['A', 'B'], effort: noEffort },
          {
            id: 'A',
            title: 'One way',
            gate: null,
            parts: [],
            effort: effort(i),
            controls: [control[i % sizes.controls]!.uuid],
          },
          { id: 'B', title: 'Another', gate: null, parts: [], effort: effort(i + 1) },
        ],
      },
    })),
    control,
    goal: several(sizes.goals, 'Goal', () => ({ property: ['integrity'], description: text })),
    requirement: several(sizes.requirements, 'Requirement', () => ({ text: text.repeat(2), type: 'cybersecurity' })),
  }
  const links = linksOf(kinds)
  const numbers = Object.fromEntries(Object.entries(kinds).map(([kind, all]) => [kind, all.length]))
  const files: [string, string][] = [
    [
      'manifest.json',
      JSON.stringify({
        format: archiveFormat,
        version: archiveVersion,
        product: 'bench',
        scope: 'project',
        made_at: made,
        graph_versions: 0,
        name: 'Large',
        projects: 1,
        artefacts: numbers,
        links: links.length,
      }),
    ],
    [
      'program.json',
      JSON.stringify({
        name: 'Large',
        description: '',
        status: 'CREATED',
        current_phase: 'CONCEPT',
        phase_statuses: { CONCEPT: 'CREATED' },
        choices: { propulsion_types: [], design_type: null, regulation_types: [], rating_types: [] },
        numbers,
      }),
    ],
    ['methods.json', '[]'],
    ['projects.json', JSON.stringify([project])],
    ...Object.entries(kinds).map(([kind, all]): [string, string] => [
      artefactsFile(kind),
      all.map((one) => JSON.stringify(one)).join('\n'),
    ]),
    ['links.jsonl', links.map((one) => JSON.stringify(one)).join('\n')],
  ]
  const chunks: Uint8Array[] = []
  for await (const chunk of zipOf(files.map(([name, content]) => ({ name, content: () => [content] }))))
    chunks.push(chunk)
  return Buffer.concat(chunks)
}

type Kinds = Readonly<
  Record<
    'asset' | 'damage-scenario' | 'threat-scenario' | 'attack-tree' | 'control' | 'goal' | 'requirement',
    readonly ArchivedArtefact[]
  >
>

/**
 * Links of every threat scenario to its asset, a damage scenario and a goal; of the trees; and from requirements to
 * goals, until there are as many links as requested.
 */
function linksOf(kinds: Kinds): ArchivedLink[] {
  const links = new Map<string, ArchivedLink>()
  const link = (kind: string, from: ArchivedArtefact, to: ArchivedArtefact) =>
    links.set(`${kind} ${from.uuid} ${to.uuid}`, {
      kind,
      from: from.uuid,
      to: to.uuid,
      suspect: null,
      suspect_at: null,
      confirmed_at: null,
    })
  const {
    asset,
    control,
    goal,
    requirement,
    'damage-scenario': damage,
    'threat-scenario': threat,
    'attack-tree': tree,
  } = kinds
  const nth = <T>(all: readonly T[], i: number) => all[i % all.length]!
  for (const [i, one] of damage.entries()) link('harms', nth(asset, i), one)
  for (const [i, one] of threat.entries()) {
    link('targets', nth(asset, i), one)
    link('leads-to', nth(damage, i), one)
    link('answered-by', one, nth(goal, i))
  }
  for (const [i, one] of tree.entries()) {
    link('refined-in', threat[i]!, one)
    link('stands-in', nth(control, i), one)
  }
  for (let i = 0; links.size < sizes.links; i++)
    link('demands', nth(goal, i), nth(requirement, i * 7 + Math.floor(i / goal.length)))
  return [...links.values()]
}
