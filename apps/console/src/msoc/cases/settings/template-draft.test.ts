import { expect, test } from 'vitest'
import { draftOf, emptyTask, templateOf } from './template-draft.ts'

test('[CASE-UI-72] a template that is opened and saved unchanged is the same', () => {
  const template = {
    name: 'CAN injection',
    title: 'Injection on a bus',
    severity: 'high',
    tlp: 'AMBER',
    pap: null,
    tags: ['can', 'powertrain'],
    description: '# First',
    tasks: [{ title: 'Isolate', description: 'x', checklist: ['a', 'b'], due_minutes: 240 }],
    fields: { '00000000-0000-4000-8000-000000000001': 'lot 11' },
    sla: { critical: { acknowledge: 15, resolve: 1_440 } },
  } as const
  const stored = { ...template, uuid: 'u', cases: 1, updated_at: '', updated_by: '', revision: 3 }
  expect(templateOf(draftOf(stored as never))).toEqual({ template })
})

test('[CASE-UI-72] an empty row is no task, and a time that is none is refused by name', () => {
  const draft = { ...draftOf(), name: 'T', tasks: [emptyTask, { ...emptyTask, title: 'Look', due: '2 d' }] }
  expect(templateOf(draft)).toMatchObject({ template: { tasks: [{ title: 'Look', due_minutes: 2_880 }], sla: {} } })
  expect(templateOf({ ...draft, tasks: [{ ...emptyTask, title: 'x', due: 'soon' }] })).toEqual({
    problem: '“soon” is no time. Write 30 min, 4 h or 2 d.',
  })
  expect(templateOf(draftOf())).toEqual({ problem: 'The template needs a name.' })
})
