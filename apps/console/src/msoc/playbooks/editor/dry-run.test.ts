import type { DryStep } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import { expect, test } from 'vitest'
import { dryOutcomes } from './dry-run.ts'

const step = (node: string, outcome: DryStep['outcome'], port: string | null = 'next', path = ''): DryStep => ({
  node,
  path,
  outcome,
  port,
  input: {},
  output: {},
  summary: '',
})

test('[PLAYBOOK-UI-18] each node shows its outcome and the exit that was taken', () => {
  const outcomes = dryOutcomes([
    step('check', 'done', 'true'),
    step('close', 'simulated'),
    step('other', 'skipped', null),
  ])
  expect(outcomes.get('check')).toEqual({ state: 'DONE', text: 'Done', ports: ['true'] })
  expect(outcomes.get('close')!.text).toBe('Simulated')
  expect(outcomes.get('other')).toEqual({ state: 'SKIPPED', text: 'Skipped', ports: [] })
})

test('[PLAYBOOK-UI-18] of iterations the worst outcome counts, with their number and all exits', () => {
  const outcomes = dryOutcomes([
    step('check', 'done', 'true', 'each[0]'),
    step('check', 'failed', 'error', 'each[1]'),
    step('check', 'skipped', null, 'each[2]'),
  ])
  expect(outcomes.get('check')).toEqual({ state: 'FAILED', text: 'Failed, 2 times', ports: ['true', 'error'] })
})
