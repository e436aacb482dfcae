import { expect, test } from 'vitest'
import { type Permission, permissions, rolesWith } from './permissions.ts'

/** Beside the table on purpose: whoever changes who may do what changes it in two places, and means it. */
const expected: Record<string, readonly Permission[]> = {
  'ADMIN, ANALYST, ENGINEER, VIEWER': ['account.own'],
  'ADMIN, ANALYST, ENGINEER': ['jobs.manage', 'views.share', 'can.manage', 'can.note'],
  'ADMIN, ANALYST': [
    'alerts.work',
    'cases.work',
    'vehicles.manage',
    'geofences.manage',
    'rejects.retry',
    'profiles.activate',
    'device-tokens.read',
  ],
  'ADMIN, ENGINEER': ['programs.manage', 'methods.manage', 'catalogues.manage'],
  ADMIN: ['members.manage', 'organisation.manage', 'audit.read', 'ingest.manage'],
}

test('[ACCOUNT-11] each permission is given to the roles that the rule names, and to no other', () => {
  const given = Map.groupBy(Object.keys(permissions) as Permission[], (permission) => rolesWith(permission).join(', '))
  const sorted = (each: Iterable<[string, readonly Permission[]]>) =>
    Object.fromEntries([...each].map(([roles, some]) => [roles, some.toSorted()]))
  expect(sorted(given)).toEqual(sorted(Object.entries(expected)))
})
