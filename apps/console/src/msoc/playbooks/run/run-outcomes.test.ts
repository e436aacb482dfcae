import type { PlaybookGraph } from '@carapace/shared/msoc/playbooks/playbook'
import type { PlaybookStep } from '@carapace/shared/msoc/playbooks/runs.contract'
import { expect, test } from 'vitest'
import { runOutcomes } from './run-outcomes.ts'

const node = (id: string, type = 'comment_case') => ({ id, type, title: '', position: { x: 0, y: 0 }, settings: {} })
const graph: PlaybookGraph = {
  nodes: [node('each', 'for_each'), node('tag'), node('ask', 'approval')],
  edges: [
    { from: 'each', port: 'each', to: 'tag' },
    { from: 'each', port: 'done', to: 'ask' },
  ],
}
const step = (given: Partial<PlaybookStep>): PlaybookStep => ({
  uuid: '00000000-0000-4000-8000-000000000001',
  node: 'each',
  path: '',
  attempt: 1,
  state: 'DONE',
  port: 'done',
  input: null,
  output: null,
  error: null,
  waiting: null,
  started_at: null,
  finished_at: null,
  ...given,
})

test('[PLAYBOOK-UI-21] a node shows its state, the exit that was taken, and what it waits for', () => {
  const waiting = {
    kind: 'approval' as const,
    question: '',
    needed: 2,
    approvals: [{ by: 'A', comment: '', at: '2026-01-01T00:00:00.000Z' }],
    may_decide: true,
    why_not: null,
    expires_at: '2026-01-02T00:00:00.000Z',
  }
  const outcomes = runOutcomes(
    graph,
    [
      { node: 'each', counts: { DONE: 1 } },
      { node: 'ask', counts: { WAITING: 1 } },
    ],
    [step({}), step({ node: 'ask', state: 'WAITING', port: null, waiting })],
  )
  expect(outcomes.get('each')).toEqual({ state: 'DONE', text: 'Done', ports: ['done'] })
  expect(outcomes.get('ask')).toEqual({ state: 'WAITING', text: 'Waiting: 1 of 2 approvals', ports: [] })
  expect(outcomes.has('tag')).toBe(false)
})

test('[PLAYBOOK-UI-21] of iterations the most urgent state counts, with the numbers of each', () => {
  const outcomes = runOutcomes(graph, [{ node: 'tag', counts: { DONE: 8_214, FAILED: 3 } }], [])
  expect(outcomes.get('tag')).toMatchObject({ state: 'FAILED', text: '3 failed, 8,214 done' })
})

test('[PLAYBOOK-UI-21] where only totals are known, exits to reached nodes were taken', () => {
  const totals = [
    { node: 'each', counts: { RUNNING: 1 } },
    { node: 'tag', counts: { DONE: 4 } },
  ]
  expect(runOutcomes(graph, totals, []).get('each')!.ports).toEqual(['each'])
})
