import { expect, test } from 'vitest'
import { artefactKind, initialFields } from './artefact-kind.ts'
import { type ArtefactState, beginArtefact, changeArtefact, type StateInput } from './changes.ts'
import { line, text } from './fields.ts'
import type { ArtefactStatus } from './statuses.ts'

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
const only = 'Only a review says so. Ask for one.'

test.for(['APPROVED', 'REJECTED'] as const)(
  "[GRAPH-8] %s is a review's to say, of what is new as of what is there",
  (status) => {
    expect(beginArtefact(requirementKind, { title: 'New', status })).toMatchObject({
      ok: false,
      errors: { status: only },
    })
    expect(change('IN_PROCESS', { status })).toMatchObject({ ok: false, errors: { status: only } })
    // what it says already is no change of it
    expect(change(status, { status })).toMatchObject({ ok: true, value: { changed: [] } })
  },
)

test("[GRAPH-8] a status is one of its kind's words", () => {
  expect(beginArtefact(threatKind, { title: 'New', status: 'RESOLVED' })).toMatchObject({
    ok: false,
    errors: { status: 'Threat scenarios are never RESOLVED.' },
  })
  expect(statusAfter('CREATED', { status: 'PENDING' })).toBe('Requirements are never PENDING.')
  expect(beginArtefact(requirementKind, { title: 'New' })).toMatchObject({ value: { status: 'CREATED' } })
})

test.for(['APPROVED', 'COMPLETED', 'REJECTED', 'UNDER_REVIEW'] as const)(
  '[GRAPH-8] a change of meaning takes what was %s back to IN_PROCESS; one aside of it does not',
  (status) => {
    expect(statusAfter(status, { title: 'SecOC on 0x2C2' })).toBe('IN_PROCESS')
    expect(statusAfter(status, { fields: { text: 'Frames are authenticated.' } })).toBe('IN_PROCESS')
    expect(statusAfter(status, { fields: { owner: 'Kestrel' } })).toBe(status)
  },
)

test('[GRAPH-8] the same call may say another status, but what a review said of something else is not said again', () => {
  expect(statusAfter('COMPLETED', { title: 'SecOC on 0x2C2', status: 'CREATED' })).toBe('CREATED')
  expect(statusAfter('COMPLETED', { title: 'SecOC on 0x2C2', status: 'COMPLETED' })).toBe('COMPLETED')
  for (const status of ['APPROVED', 'REJECTED'] as const)
    expect(statusAfter(status, { title: 'SecOC on 0x2C2', status })).toBe('IN_PROCESS')
  expect(statusAfter('CREATED', { title: 'SecOC on 0x2C2' })).toBe('CREATED')
})
