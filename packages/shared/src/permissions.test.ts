import { expect, test } from 'vitest'
import { type Permission, permissions, rolesWith } from './permissions.ts'

/** A second copy of the table on purpose: a change of permissions must be made in two places, and so is deliberate. */
const expected: Record<string, readonly Permission[]> = {
  'ADMIN, ANALYST, ENGINEER, VIEWER': ['account.own'],
  'ADMIN, ANALYST, ENGINEER': [
    'jobs.manage',
    'views.share',
    'panels.write',
    'can.manage',
    'can.note',
    'vulnerabilities.work',
  ],
  'ADMIN, ANALYST': [
    'alerts.work',
    'cases.work',
    'cases.configure',
    'vehicles.manage',
    'shifts.manage',
    'geofences.manage',
    'rejects.retry',
    'rules.write',
    'profiles.activate',
    'device-tokens.read',
    'observables.work',
    'playbooks.approve',
    'playbooks.run',
    'playbooks.write',
  ],
  'ADMIN, ENGINEER': [
    'programs.manage',
    'agreements.work',
    'methods.manage',
    'catalogues.manage',
    'software.manage',
    'configurations.manage',
  ],
  ADMIN: [
    'members.manage',
    'organisation.manage',
    'audit.read',
    'notifications.manage',
    'ingest.manage',
    'analyzers.manage',
    'playbook-secrets.manage',
    'software-policies.manage',
    'vulnerabilities.manage',
  ],
}

test('[ACCOUNT-11] each permission is given only to the roles that the rule names', () => {
  const given = Map.groupBy(Object.keys(permissions) as Permission[], (permission) => rolesWith(permission).join(', '))
  const sorted = (each: Iterable<[string, readonly Permission[]]>) =>
    Object.fromEntries([...each].map(([roles, some]) => [roles, some.toSorted()]))
  expect(sorted(given)).toEqual(sorted(Object.entries(expected)))
})
