import { artefactKind } from '../../graph/artefacts/artefact-kind.ts'
import { choice, date, line, lines, own, text } from '../../graph/artefacts/fields.ts'
import { doneWords } from '../../graph/artefacts/statuses.ts'
import { results } from '../../lifecycle/kinds/development.kinds.ts'
import { asils } from '../asil.ts'
import { meaningIn } from '../fault-tree/tree.ts'
import { WholeStoredTree } from '../fault-tree/whole-tree.ts'
import { independence, wordChoices } from './hazard.kinds.ts'

/** How safety goals are achieved, and shown to be (ISO 26262-3, clause 7; parts 4 to 6 and 9). */
const module = 'functional-safety'
const about = { description: text('Description') }
const page = (name: string) => `/org/functional-safety/${name}`

export const safetyConceptKind = artefactKind({
  kind: 'safety-concept',
  module,
  title: 'Functional safety concept',
  code: 'FSC',
  digits: 2,
  page: page('functional-safety-concepts'),
  fields: {
    ...about,
    detection: text('How faults are detected and controlled'),
    degradation: text('Safe state and degraded operation'),
    warning: text('Warning of the driver'),
    argument: text('Why it achieves the goal'),
    ...independence,
  },
})

export const safetyRequirementKind = artefactKind({
  kind: 'safety-requirement',
  module,
  title: 'Safety requirement',
  code: 'FSR',
  page: page('hara-requirements'),
  fields: {
    text: text('Requirement', { help: 'What must hold, in one sentence that can be verified.' }),
    type: choice('Type', {
      functional: 'Functional',
      technical: 'Technical',
      hardware: 'Hardware',
      software: 'Software',
    }),
    asil: choice('ASIL', wordChoices(asils), { help: 'Empty: that of what it is derived from.' }),
    share: choice('Share of a decomposition', wordChoices(asils), {
      help: 'Stated: it is one of two parts that what it is derived from is decomposed into.',
    }),
    ...independence,
    rationale: text('Rationale'),
    owner: line('Owner', { secondary: true }),
  },
})

export const safetyTestKind = artefactKind({
  kind: 'safety-test',
  module,
  title: 'Safety test case',
  code: 'STC',
  page: page('test-case-creation'),
  statuses: doneWords,
  statusBy: {
    field: 'result',
    statuses: { 'not-run': 'NOT_COMPLETED', passed: 'COMPLETED', failed: 'IN_PROCESS', blocked: 'IN_PROCESS' },
  },
  fields: {
    ...about,
    method: choice('Method', {
      requirements: 'Requirements-based test',
      'fault-injection': 'Fault injection',
      'back-to-back': 'Back-to-back test',
      interface: 'Interface test',
      stress: 'Stress test',
      'field-trial': 'Field trial',
      review: 'Review',
    }),
    level: choice('Level', { unit: 'Unit', integration: 'Integration', system: 'System', vehicle: 'Vehicle' }),
    preconditions: text('Preconditions'),
    steps: text('Steps'),
    expected: text('Expected'),
    result: choice('Result', results),
    run_on: date('Run on', { secondary: true }),
    evidence: lines('Evidence', { secondary: true, help: 'Links or document numbers.' }),
  },
})

export const faultTreeKind = artefactKind({
  kind: 'fault-tree',
  module,
  title: 'Fault tree',
  code: 'FT',
  digits: 2,
  page: page('fault-tree-analysis'),
  fields: {
    ...about,
    tree: own('Tree', WholeStoredTree.nullable(), null, { meaningIn: (tree) => tree && meaningIn(tree) }),
  },
  impliedLinkKinds: ['fails-in', 'continued-in'],
  impliedLinks: ({ tree }) =>
    (tree?.nodes ?? []).flatMap((node) => {
      if (node.kind === 'transfer') return [{ link: 'continued-in', uuid: node.tree }]
      return 'artefact' in node && node.artefact !== null ? [{ link: 'fails-in', uuid: node.artefact }] : []
    }),
})

export const conceptKinds = [safetyConceptKind, safetyRequirementKind, safetyTestKind, faultTreeKind]
