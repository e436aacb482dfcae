import { expect, test } from 'vitest'
import { draftOf, savedOf } from './draft.ts'

const kept = {
  name: 'North',
  retention_days: null,
  session_days: 30,
  plan: null,
  is_demo_mode: false,
  licence_until: null,
  modules: [],
  created_at: '2026-01-01T00:00:00Z',
  revision: 1,
}

test('[SETTINGS-7] settings are unchanged after a round trip through the form', () => {
  expect(savedOf(draftOf(kept))).toEqual({ name: 'North', session_days: 30, retention_days: null })
  expect(savedOf(draftOf({ ...kept, retention_days: 90 }))).toMatchObject({ retention_days: 90 })
})

test.for([
  { name: ' ', sessionDays: '30', retentionDays: '' },
  { name: 'N', sessionDays: '', retentionDays: '' },
  { name: 'N', sessionDays: '181', retentionDays: '' },
  { name: 'N', sessionDays: '1.5', retentionDays: '' },
  { name: 'N', sessionDays: '30', retentionDays: '0' },
  { name: 'N', sessionDays: '30', retentionDays: '3651' },
  { name: 'N', sessionDays: '30', retentionDays: 'all' },
])('[SETTINGS-7] $name, $sessionDays days, $retentionDays days cannot be saved', (draft) => {
  expect(savedOf(draft)).toBeUndefined()
})

test('[SETTINGS-7] names are trimmed, and the limits are allowed', () => {
  expect(savedOf({ name: ' N ', sessionDays: '180', retentionDays: '3650' })).toEqual({
    name: 'N',
    session_days: 180,
    retention_days: 3_650,
  })
})
