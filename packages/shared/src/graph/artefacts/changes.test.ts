import { expect, test } from 'vitest'
import { artefactKind, initialFields } from './artefact-kind.ts'
import { type ArtefactState, beginArtefact, changeArtefact, type StateInput } from './changes.ts'
import { choice, date, line, text } from './fields.ts'
import { type ArtefactStatus, doneWords } from './statuses.ts'

const testKind = artefactKind({
  kind: 'test',
  module: 'lifecycle',
  title: 'Test',
  code: 'T',
  page: '/tests',
  statuses: doneWords,
  statusBy: { field: 'result', statuses: { passed: 'COMPLETED', failed: 'IN_PROCESS', 'not-run': 'NOT_COMPLETED' } },
  fields: {
    result: choice('Result', { passed: 'Passed', failed: 'Failed', blocked: 'Blocked', 'not-run': 'Not run' }),
    run_on: date('Run on'),
  },
})

const requirementKind = artefactKind({
  kind: 'requirement',
  module: 'lifecycle',
  title: 'Requirement',
  code: 'RQ',
  page: '/requirements',
  fields: { text: text('Text'), owner: line('Owner', { secondary: true }) },
})
const threatKind = artefactKind({
  kind: 'threat',
  module: 'lifecycle',
  title: 'Threat scenario',
  code: 'TS',
  page: '/threats',
  fields: {},
})

const requirement = (status: ArtefactStatus): ArtefactState => ({
  title: 'SecOC on 0x2C1',
  status,
  projectUuid: null,
  fields: initialFields(requirementKind),
})
const change = (status: ArtefactStatus, input: StateInput) =>
  changeArtefact(requirementKind, requirement(status), input)
const statusAfter = (status: ArtefactStatus, input: StateInput) => {
  const plan = change(status, input)
  return plan.ok ? plan.value.state.status : plan.reason
}
const only = 'Only a review can set this status. Request a review.'

test.for(['APPROVED', 'REJECTED'] as const)(
  '[GRAPH-8] only a review sets the status %s, for new and for existing artefacts',
  (status) => {
    expect(beginArtefact(requirementKind, { title: 'New', status })).toMatchObject({
      ok: false,
      errors: { status: only },
    })
    expect(change('IN_PROCESS', { status })).toMatchObject({ ok: false, errors: { status: only } })
    // the artefact has this status already, so it is no change
    expect(change(status, { status })).toMatchObject({ ok: true, value: { changed: [] } })
  },
)

test('[GRAPH-8] a status is one of the statuses of its kind', () => {
  expect(beginArtefact(threatKind, { title: 'New', status: 'RESOLVED' })).toMatchObject({
    ok: false,
    errors: { status: 'Threat scenarios are never RESOLVED.' },
  })
  expect(statusAfter('CREATED', { status: 'PENDING' })).toBe('Requirements are never PENDING.')
  expect(beginArtefact(requirementKind, { title: 'New' })).toMatchObject({ value: { status: 'CREATED' } })
})

test.for(['APPROVED', 'COMPLETED', 'REJECTED', 'UNDER_REVIEW'] as const)(
  '[GRAPH-8] a change of meaning sets %s back to IN_PROCESS; a change of secondary fields does not',
  (status) => {
    expect(statusAfter(status, { title: 'SecOC on 0x2C2' })).toBe('IN_PROCESS')
    expect(statusAfter(status, { fields: { text: 'Frames are authenticated.' } })).toBe('IN_PROCESS')
    expect(statusAfter(status, { fields: { owner: 'Kestrel' } })).toBe(status)
  },
)

test('[GRAPH-8] the same call may set another status, but does not keep a decision for changed content', () => {
  expect(statusAfter('COMPLETED', { title: 'SecOC on 0x2C2', status: 'CREATED' })).toBe('CREATED')
  expect(statusAfter('COMPLETED', { title: 'SecOC on 0x2C2', status: 'COMPLETED' })).toBe('COMPLETED')
  for (const status of ['APPROVED', 'REJECTED'] as const)
    expect(statusAfter(status, { title: 'SecOC on 0x2C2', status })).toBe('IN_PROCESS')
  expect(statusAfter('CREATED', { title: 'SecOC on 0x2C2' })).toBe('CREATED')
})

test.for([
  ['passed', 'COMPLETED'],
  ['failed', 'IN_PROCESS'],
  ['not-run', 'NOT_COMPLETED'],
] as const)('[GRAPH-8] a test whose result becomes %s is %s, unless a status is set with it', ([result, status]) => {
  const begun = beginArtefact(testKind, { title: 'Send forged frames', fields: { result } })
  expect(begun).toMatchObject({ ok: true, value: { status } })
  const before = {
    title: 'Send forged frames',
    status: 'IN_PROCESS',
    projectUuid: null,
    fields: { result: 'blocked' },
  } as const
  expect(changeArtefact(testKind, before, { fields: { result } })).toMatchObject({ value: { state: { status } } })
  expect(changeArtefact(testKind, before, { status: 'NOT_COMPLETED', fields: { result } })).toMatchObject({
    value: { state: { status: 'NOT_COMPLETED' } },
  })
})

test('[GRAPH-8] a change of anything else of a test leaves its status to the user', () => {
  const before = { title: 'Send', status: 'IN_PROCESS', projectUuid: null, fields: { result: 'passed' } } as const
  expect(changeArtefact(testKind, before, { fields: { run_on: '2026-11-23' } })).toMatchObject({
    value: { state: { status: 'IN_PROCESS' } },
  })
})
