import type { NodeType } from './node-settings.ts'
import type { NodeDeclaration, NodeField } from './node-declaration.ts'

const flow = (declared: Omit<NodeDeclaration, 'effect' | 'group'>): NodeDeclaration => ({
  group: 'Flow',
  effect: 'flow',
  ...declared,
})

const people: NodeField = { name: 'people', label: 'Who', kind: 'people' }
const expires: NodeField = { name: 'expires_after_minutes', label: 'Expires after (minutes)', kind: 'number' }

/** The nodes that steer a run, and those that wait for people. */
export const flowNodes = {
  condition: flow({
    title: 'Condition',
    summary: 'Goes one way if the conditions hold, and another way if they do not.',
    fields: [{ name: 'conditions', label: 'Conditions', kind: 'conditions' }],
    ports: ['true', 'false'],
    outputs: { result: 'boolean' },
    initial: { conditions: { match: 'all', tests: [{ field: '', op: 'equals', value: '' }] } },
  }),
  switch: flow({
    title: 'Switch',
    summary: 'Goes the way of the first case that equals the value.',
    fields: [
      { name: 'value', label: 'Value', kind: 'template' },
      { name: 'cases', label: 'Cases', kind: 'cases' },
    ],
    ports: ['default'],
    outputs: { port: 'text' },
    initial: { value: '', cases: [{ port: 'first', equals: '' }] },
  }),
  set: flow({
    title: 'Set variables',
    summary: 'Computes values that later nodes read.',
    fields: [{ name: 'variables', label: 'Variables', kind: 'variables' }],
    ports: ['next'],
    outputs: {},
    initial: { variables: [{ name: 'value', value: '' }] },
  }),
  for_each: flow({
    title: 'For each',
    summary: 'Runs the nodes behind "each" once for every item, one after the other, then goes on through "done".',
    fields: [
      { name: 'items', label: 'List', kind: 'path' },
      { name: 'at_most', label: 'Maximum items', kind: 'number' },
    ],
    ports: ['each', 'done'],
    outputs: { count: 'number' },
    initial: { items: '', at_most: 10_000 },
  }),
  delay: {
    title: 'Delay',
    group: 'Flow',
    effect: 'waits',
    summary: 'Waits for a time, or until a time.',
    fields: [
      { name: 'kind', label: 'Wait', kind: 'choice', options: ['for', 'until'] },
      { name: 'minutes', label: 'Minutes', kind: 'number', when: { field: 'kind', is: 'for' } },
      { name: 'time', label: 'Time', kind: 'template', when: { field: 'kind', is: 'until' } },
    ],
    ports: ['next'],
    outputs: { until: 'time' },
    initial: { kind: 'for', minutes: 5 },
  },
  sub_playbook: {
    title: 'Playbook',
    group: 'Flow',
    effect: 'waits',
    summary: 'Runs another playbook and waits until it has ended.',
    fields: [
      { name: 'playbook_uuid', label: 'Playbook', kind: 'playbook' },
      { name: 'inputs', label: 'Inputs', kind: 'templates' },
    ],
    ports: ['next', 'error'],
    outputs: { run_uuid: 'text', state: 'text' },
    initial: { playbook_uuid: '', inputs: {} },
  },
  end: flow({
    title: 'End',
    summary: 'Ends the run here, whatever else goes on.',
    fields: [],
    ports: [],
    outputs: {},
    initial: {},
  }),
  form: {
    title: 'Form',
    group: 'People',
    effect: 'waits',
    summary: 'Asks a person, and goes on with the answer.',
    fields: [
      { name: 'question', label: 'Question', kind: 'text_template' },
      { name: 'fields', label: 'Fields', kind: 'inputs' },
      people,
      expires,
    ],
    ports: ['next', 'expired'],
    outputs: { answered_by: 'text' },
    initial: {
      question: '',
      fields: [{ name: 'answer', label: 'Answer', type: 'text', required: true }],
      people: { kind: 'role', role: 'ANALYST' },
      expires_after_minutes: 480,
    },
  },
  approval: {
    title: 'Approval',
    group: 'People',
    effect: 'waits',
    summary: 'Waits for one or two people to approve. Never the person who started the run.',
    fields: [
      { name: 'question', label: 'Question', kind: 'text_template' },
      people,
      { name: 'approvals', label: 'Approvals needed', kind: 'choice', options: ['1', '2'] },
      expires,
    ],
    ports: ['approved', 'rejected'],
    outputs: { decision: 'text', by: { list: 'text' }, comment: 'text' },
    initial: { question: '', people: { kind: 'role', role: 'ANALYST' }, approvals: 2, expires_after_minutes: 240 },
  },
} as const satisfies Partial<Record<NodeType, NodeDeclaration>>
