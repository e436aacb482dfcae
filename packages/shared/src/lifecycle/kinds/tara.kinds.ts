import { z } from 'zod'
import { artefactKind } from '../../graph/artefacts/artefact-kind.ts'
import { annex5Items } from '../../catalogues/annex5.ts'
import { properties, stride } from '../../catalogues/words.ts'
import { choice, choices, line, own, text, truth } from '../../graph/artefacts/fields.ts'
import { WholeTree } from '../attack-tree/attack-tree.ts'
import { FieldAnswer } from '../sightings/contradiction.ts'
import { Indicators, noIndicators } from '../sightings/indicators.ts'
import { impactLevels, treatments } from '../methods/method.ts'
import { attackIn, Effort, noEffort } from '../attack-tree/tree.ts'

/** The results of a threat analysis and risk assessment (ISO/SAE 21434, clauses 9 and 15). */
const module = 'lifecycle'
const view = '/org/lifecycle/projects/view'
const about = { description: text('Description') }

const Annex5Item = z
  .string()
  .refine((item) => annex5Items.includes(item), {
    error: ({ input }) => `UN R155 Annex 5 has no item ${String(input).slice(0, 20)}.`,
  })

const levelWords = Object.fromEntries(
  impactLevels.map((level) => [level, `${level[0]!.toUpperCase()}${level.slice(1)}`]),
) as Readonly<Record<(typeof impactLevels)[number], string>>
const treatmentWords = { avoid: 'Avoid', reduce: 'Reduce', share: 'Share', retain: 'Retain' } as const satisfies Record<
  (typeof treatments)[number],
  string
>

/** The levels of an impact, which other tools call S0 to S3, F0 to F3, O0 to O3 and P0 to P3. */
const impact = (title: string) =>
  choice(title, levelWords, {
    synonyms: {
      negligible: [`${title[0]!}0`, 'None'],
      moderate: [`${title[0]!}1`],
      major: [`${title[0]!}2`],
      severe: [`${title[0]!}3`],
    },
  })

export const assetKind = artefactKind({
  kind: 'asset',
  module,
  title: 'Asset',
  code: 'AS',
  digits: 2,
  page: `${view}/asset-identify`,
  fields: {
    ...about,
    properties: choices('Cybersecurity properties', properties),
    relevant: truth('Security relevance'),
    rationale: text('Why it is, or is not, relevant'),
  },
})

export const damageKind = artefactKind({
  kind: 'damage-scenario',
  module,
  title: 'Damage scenario',
  code: 'DS',
  page: `${view}/asset-identify`,
  fields: {
    ...about,
    stakeholder: choice('Who is harmed', {
      'road-user': 'Road users',
      owner: 'Owner or operator',
      manufacturer: 'Manufacturer',
      other: 'Others',
    }),
    loses: choices('Loses', properties),
    safety: impact('Safety'),
    financial: impact('Financial'),
    operational: impact('Operational'),
    privacy: impact('Privacy'),
    rationale: text('Rationale'),
  },
})

export const threatKind = artefactKind({
  kind: 'threat-scenario',
  isRisk: true,
  module,
  title: 'Threat scenario',
  code: 'TS',
  page: `${view}/threat-analysis`,
  fields: {
    ...about,
    stride: choices('STRIDE', stride),
    properties: choices('Properties at stake', properties),
    /** Numbers of UN R155 Annex 5, table A1, such as 4.1. */
    annex5: own('UN R155 Annex 5', z.array(Annex5Item).max(20), [], { short: true }),
    treatment: choice('Treatment', treatmentWords, {
      synonyms: {
        avoid: ['Avoidance', 'Avoiding'],
        reduce: ['Reduction', 'Reducing', 'Mitigate', 'Mitigation', 'Treat'],
        share: ['Sharing', 'Transfer', 'Transference'],
        retain: ['Retention', 'Retaining', 'Accept', 'Acceptance'],
      },
    }),
    treatment_reason: text('Why treated so'),
    /** Without a tree: rated as one step. */
    effort: own('Attack feasibility, without a tree', Effort, noEffort, { short: true }),
    indicators: own('Indicators in the field', Indicators, noIndicators, { short: true, secondary: true }),
    field_answer: own('Answer to what was seen', FieldAnswer.nullable(), null, { short: true, secondary: true }),
  },
})

export const treeKind = artefactKind({
  kind: 'attack-tree',
  module,
  title: 'Attack tree',
  code: 'AT',
  page: `${view}/attack-tree`,
  fields: { ...about, tree: own('Tree', WholeTree.nullable(), null, { meaningIn: (tree) => tree && attackIn(tree) }) },
  impliedLinkKinds: ['stands-in', 'assumed'],
  impliedLinks: ({ tree }) =>
    (tree?.steps ?? []).flatMap(({ controls, caps }) => [
      ...controls.map((uuid) => ({ link: 'stands-in', uuid })),
      ...caps.map(({ assumption: uuid }) => ({ link: 'assumed', uuid })),
    ]),
})

export const controlKind = artefactKind({
  kind: 'control',
  module,
  title: 'Security control',
  code: 'CTL',
  digits: 2,
  page: `${view}/residual-risk-security-control`,
  fields: {
    ...about,
    type: choice('Type', { prevent: 'Prevents', detect: 'Detects', respond: 'Responds', recover: 'Recovers' }),
    standing: choice('Standing', { planned: 'Planned', implemented: 'Implemented', verified: 'Verified' }),
    /** The minimum that an attacker needs if this control is in place. */
    raises: own('Raises the effort to', Effort, noEffort, { short: true }),
  },
})

export const goalKind = artefactKind({
  kind: 'goal',
  module,
  title: 'Cybersecurity goal',
  code: 'CG',
  digits: 2,
  page: `${view}/residual-risk`,
  fields: {
    ...about,
    property: choices('Protects', properties),
    cal: choice(
      'CAL',
      { 1: '1', 2: '2', 3: '3', 4: '4' },
      { help: 'Empty: the highest of the threat scenarios that it answers.' },
    ),
  },
})
export const claimKind = artefactKind({
  kind: 'claim',
  module,
  title: 'Cybersecurity claim',
  code: 'CC',
  digits: 2,
  page: `${view}/residual-risk`,
  fields: {
    ...about,
    rationale: text('Why it may be claimed'),
    monitored: line('How it is watched', { secondary: true }),
  },
})
export const conceptKind = artefactKind({
  kind: 'concept',
  module,
  title: 'Security concept',
  code: 'SC',
  digits: 2,
  page: `${view}/security-concepts`,
  fields: { ...about, argument: text('Why it fulfils the goal') },
})

export const eventKind = artefactKind({
  kind: 'security-event',
  module,
  title: 'Cybersecurity event',
  code: 'CE',
  digits: 2,
  page: `${view}/event-definition`,
  fields: {
    ...about,
    source: choice('Known from', {
      monitoring: 'Vehicle monitoring',
      supplier: 'Supplier',
      researcher: 'Researcher',
      authority: 'Authority',
      internal: 'Own work',
      public: 'Public source',
    }),
    trigger: text('Trigger'),
    criteria: text('When it counts as an event'),
    response: text('Response'),
    severity: choice('Severity', { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low', info: 'Info' }),
  },
})

export const taraKinds = [
  assetKind,
  damageKind,
  threatKind,
  treeKind,
  controlKind,
  goalKind,
  claimKind,
  conceptKind,
  eventKind,
]
