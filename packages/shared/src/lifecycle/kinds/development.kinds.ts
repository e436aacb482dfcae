import { z } from 'zod'
import { artefactKind } from '../../graph/artefacts/artefact-kind.ts'
import { choice, date, line, lines, own, text } from '../../graph/artefacts/fields.ts'
import { doneWords } from '../../graph/artefacts/statuses.ts'

/** The results of product development, production and decommissioning (ISO/SAE 21434, clauses 10 to 14). */
const module = 'lifecycle'
const view = '/org/lifecycle/projects/view'
const development = '/org/lifecycle/projects/product-development'
const about = { description: text('Description') }

export const requirementKind = artefactKind({
  kind: 'requirement',
  module,
  title: 'Requirement',
  code: 'CSR',
  page: `${view}/requirements-management`,
  fields: {
    text: text('Requirement', { help: 'What must hold, in one sentence that can be verified.' }),
    type: choice('Type', {
      cybersecurity: 'Cybersecurity',
      functional: 'Functional',
      hardware: 'Hardware',
      software: 'Software',
      process: 'Process',
      production: 'Production',
      operation: 'Operation and maintenance',
    }),
    rationale: text('Rationale'),
    version: line('Version', { most: 30, secondary: true }),
    verification: choice('Verified by', {
      test: 'Test',
      analysis: 'Analysis',
      review: 'Review',
      inspection: 'Inspection',
    }),
    owner: line('Owner', { secondary: true }),
    /** ReqIF: imported attributes that have no field here; the export writes them unchanged. */
    foreign: own('From elsewhere', z.record(z.string().max(200), z.string().max(20_000)), {}, { secondary: true }),
  },
})

export const specificationKind = artefactKind({
  kind: 'specification',
  module,
  title: 'Design specification',
  code: 'DSP',
  page: `${development}/design-specification`,
  fields: {
    text: text('Specification'),
    level: choice('Level', { system: 'System', hardware: 'Hardware', software: 'Software' }),
    version: line('Version', { most: 30, secondary: true }),
  },
})

export const results = { 'not-run': 'Not run', passed: 'Passed', failed: 'Failed', blocked: 'Blocked' } as const
const statusBy = {
  field: 'result',
  statuses: { 'not-run': 'NOT_COMPLETED', passed: 'COMPLETED', failed: 'IN_PROCESS', blocked: 'IN_PROCESS' },
} as const

export const testKind = artefactKind({
  kind: 'test-case',
  module,
  title: 'Test case',
  code: 'TC',
  page: `${development}/test-cases-creation`,
  statuses: doneWords,
  statusBy,
  fields: {
    ...about,
    method: choice('Method', {
      functional: 'Functional test',
      fuzz: 'Fuzz test',
      penetration: 'Penetration test',
      'vulnerability-scan': 'Vulnerability scan',
      'static-analysis': 'Static analysis',
      review: 'Review',
      inspection: 'Inspection',
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

export const validationKind = artefactKind({
  kind: 'validation',
  module,
  title: 'Validation',
  code: 'VA',
  page: `${development}/cybersecurity-validation`,
  statuses: doneWords,
  statusBy,
  fields: {
    ...about,
    method: choice('Method', {
      penetration: 'Penetration test',
      review: 'Review of risks',
      'field-trial': 'Field trial',
      analysis: 'Analysis',
    }),
    result: choice('Result', results),
    report: text('Report'),
    run_on: date('Run on', { secondary: true }),
    evidence: lines('Evidence', { secondary: true }),
  },
})

export const controlPlanKind = artefactKind({
  kind: 'production-control',
  module,
  title: 'Production control',
  code: 'PC',
  page: '/org/lifecycle/projects/production',
  fields: {
    ...about,
    station: line('Station'),
    control: text('Control'),
    check: text('How it is checked'),
    owner: line('Owner', { secondary: true }),
    frequency: line('How often'),
  },
})

export const decommissioningKind = artefactKind({
  kind: 'decommissioning',
  module,
  title: 'Decommissioning step',
  code: 'DC',
  page: '/org/lifecycle/projects/decommissioning',
  fields: {
    ...about,
    action: choice('Action', {
      erase: 'Erase data',
      revoke: 'Revoke keys and certificates',
      unregister: 'Unregister',
      destroy: 'Destroy',
      notify: 'Notify owners',
      'end-support': 'End of support',
    }),
    owner: line('Owner', { secondary: true }),
    by: date('By', { secondary: true }),
  },
})

/** The status of a work product in a program; the titles are in work-products.ts. */
export const workProductKind = artefactKind({
  kind: 'work-product',
  module,
  title: 'Work product',
  code: 'WP',
  page: `${view}/compliance-summary`,
  fields: {
    work_product: line('Work product', { most: 8 }),
    note: text('Note'),
    evidence: lines('Evidence', { help: 'Documents by link or number; artefacts are linked.' }),
    due: date('Due', { secondary: true }),
    owner: line('Owner', { secondary: true }),
  },
})

export const developmentKinds = [
  requirementKind,
  specificationKind,
  testKind,
  validationKind,
  controlPlanKind,
  decommissioningKind,
  workProductKind,
]
