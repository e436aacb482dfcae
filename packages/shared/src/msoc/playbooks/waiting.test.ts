import { expect, test } from 'vitest'
import type { InputField } from './playbook.ts'
import { answerMistakes, stillValid, whyNotAnswer, whyNotApprove } from './waiting.ts'

const ann = { uuid: 'ann', role: 'ANALYST' }
const approval = {
  kind: 'approval',
  question: '',
  people: { kind: 'role', role: 'ANALYST' },
  needed: 2,
  approvals: [],
} as const

const nobody = { startedByUuid: null, actsForUuid: null }

test('[PLAYBOOK-15] nobody approves their own run, nobody approves twice, and only those named approve', () => {
  expect(whyNotApprove(approval, ann, { startedByUuid: 'ben', actsForUuid: 'cleo' })).toBeUndefined()
  expect(whyNotApprove(approval, { uuid: 'root', role: 'ADMIN' }, nobody)).toBeUndefined()
  expect(whyNotApprove(approval, ann, { ...nobody, startedByUuid: 'ann' })).toMatch(/somebody else/)
  expect(whyNotApprove(approval, ann, { ...nobody, actsForUuid: 'ann' })).toMatch(/somebody else/)
  const once = { ...approval, approvals: [{ uuid: 'ann', by: 'Ann', comment: '', at: '' }] }
  expect(whyNotApprove(once, ann, nobody)).toMatch(/another person/)
  expect(whyNotApprove({ ...approval, people: { kind: 'members', uuids: ['ben'] } }, ann, nobody)).toMatch(/not among/)
})

test('[PLAYBOOK-16] a form takes complete answers of the right types from the people it is for', () => {
  const field = { label: 'x', required: true }
  const fields = [
    { ...field, name: 'text', type: 'text' },
    { ...field, name: 'count', type: 'number' },
    { ...field, name: 'sure', type: 'boolean' },
    { ...field, name: 'colour', type: 'choice', options: ['red'] },
    { ...field, name: 'note', type: 'text', required: false },
  ] satisfies InputField[]
  expect(answerMistakes(fields, { text: 'a', count: 1, sure: false, colour: 'red' })).toEqual({})
  expect(Object.keys(answerMistakes(fields, { text: '', count: '1', sure: 'no', colour: 'blue', more: 1 }))).toEqual([
    'more',
    'text',
    'count',
    'sure',
    'colour',
  ])
  expect(answerMistakes(fields, JSON.parse('{"__proto__":"x"}'))).toHaveProperty('text')
  expect(whyNotAnswer({ people: { kind: 'role', role: 'ADMIN' } }, ann)).toMatch(/not among/)
})

test('[PLAYBOOK-15] an approval counts as long as its author may approve', () => {
  const given = ['ann', 'ben', 'cleo'].map((uuid) => ({ uuid, by: uuid, comment: '', at: '' }))
  const members = [
    { uuid: 'ann', role: 'ANALYST' },
    { uuid: 'ben', role: 'VIEWER' },
  ]
  expect(stillValid({ ...approval, approvals: given }, members).map(({ uuid }) => uuid)).toEqual(['ann'])
})
