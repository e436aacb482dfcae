import { expect, test } from 'vitest'
import type { ProgramRole } from '../members/membership.ts'
import { planProgram, type ProgramInput, whyNotMembers } from './programs.ts'

const before = {
  name: 'Fjord',
  description: 'A platform',
  status: 'CREATED',
  currentPhase: 'CONCEPT',
  phaseStatuses: { CONCEPT: 'IN_PROCESS' },
} as const

test.for<{ rule: string; input: ProgramInput; set: object }>([
  {
    rule: 'PROGRAM-3',
    input: { currentPhase: 'PRODUCTION' },
    set: { currentPhase: 'PRODUCTION', phaseStatuses: { CONCEPT: 'IN_PROCESS', PRODUCTION: 'CREATED' } },
  },
  { rule: 'PROGRAM-3', input: { currentPhase: 'CONCEPT' }, set: {} },
  { rule: 'PROGRAM-4', input: { status: 'APPROVED' }, set: { status: 'APPROVED' } },
  {
    rule: 'PROGRAM-4',
    input: { status: 'APPROVED', phase: 'CONCEPT' },
    set: { phaseStatuses: { CONCEPT: 'APPROVED' } },
  },
  {
    rule: 'PROGRAM-4',
    input: { status: 'CREATED', phase: 'PRODUCTION' },
    set: { phaseStatuses: { CONCEPT: 'IN_PROCESS', PRODUCTION: 'CREATED' } },
  },
  { rule: 'PROGRAM-5', input: { status: 'CREATED' }, set: {} },
  { rule: 'PROGRAM-5', input: { status: 'IN_PROCESS', phase: 'CONCEPT' }, set: {} },
  { rule: 'PROGRAM-5', input: { name: 'Fjord', description: 'A platform' }, set: {} },
  { rule: 'PROGRAM-5', input: { name: 'Fjord 2', description: 'A platform' }, set: { name: 'Fjord 2' } },
  { rule: 'PROGRAM-5', input: { name: 'Fjord', description: '' }, set: { description: '' } },
])('[$rule] $input changes $set', ({ input, set }) => {
  expect(planProgram(before, input)).toEqual(set)
})

test('[PROGRAM-3] a phase that is entered again has its earlier status', () => {
  expect(planProgram({ ...before, currentPhase: 'PRODUCTION' }, { currentPhase: 'CONCEPT' })).toEqual({
    currentPhase: 'CONCEPT',
  })
})

const noLead = 'A program keeps at least one lead. Make another member a lead first.'

test.for<{ from: ProgramRole[]; to: ProgramRole[]; why: string | undefined }>([
  { from: ['LEAD', 'EDITOR'], to: ['EDITOR'], why: noLead },
  { from: ['LEAD', 'EDITOR'], to: ['READER', 'EDITOR'], why: noLead },
  { from: ['LEAD', 'LEAD'], to: ['LEAD', 'READER'], why: undefined },
  { from: ['LEAD'], to: [], why: undefined },
  { from: ['LEAD'], to: ['READER'], why: noLead },
  { from: [], to: ['EDITOR'], why: 'The first member of a program is its lead.' },
  { from: [], to: ['LEAD'], why: undefined },
  { from: ['EDITOR', 'READER'], to: ['EDITOR'], why: undefined },
])('[MEMBER-4] members $from become $to: $why', ({ from, to, why }) => {
  expect(whyNotMembers(from, to)).toBe(why)
})
