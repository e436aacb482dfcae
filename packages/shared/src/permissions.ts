import type { Role } from './modules.ts'

const everyone = ['ADMIN', 'ANALYST', 'ENGINEER', 'VIEWER'] as const
const workers = ['ADMIN', 'ANALYST', 'ENGINEER'] as const

/**
 * Who may do what: the one table that routes, menus and buttons read. Actions without an entry, mostly reading, are
 * allowed for every signed-in user. A program's members are a further condition: see graph/members/membership.ts.
 */
export const permissions = {
  /** Read and change one's own data: profile, password, second factor, sessions, private views. */
  'account.own': everyone,
  'members.manage': ['ADMIN'],
  'organisation.manage': ['ADMIN'],
  'audit.read': ['ADMIN'],
  /** The chats and receivers to which the organisation's notifications go, and the log of all deliveries. */
  'notifications.manage': ['ADMIN'],
  'jobs.manage': workers,
  'views.share': workers,
  'alerts.work': ['ADMIN', 'ANALYST'],
  'cases.work': ['ADMIN', 'ANALYST'],
  /** Statuses, fields and templates of cases. */
  'cases.configure': ['ADMIN', 'ANALYST'],
  'vehicles.manage': ['ADMIN', 'ANALYST'],
  /** The rota, hand-overs, and what the next shift should watch. */
  'shifts.manage': ['ADMIN', 'ANALYST'],
  /** Panels of the dashboard. */
  'panels.write': workers,
  'geofences.manage': ['ADMIN', 'ANALYST'],
  'rejects.retry': ['ADMIN', 'ANALYST'],
  /** Detection rules: write, try, enable. */
  'rules.write': ['ADMIN', 'ANALYST'],
  /** Observables and watchlists: write, import, enrich. */
  'observables.work': ['ADMIN', 'ANALYST'],
  /** The external services that enrich observables, with their secrets. */
  'analyzers.manage': ['ADMIN'],
  /** CAN databases, captures, draft profiles: for users who analyse a bus. */
  'can.manage': workers,
  'can.note': workers,
  /** The profiles that a fleet's detectors use. */
  'profiles.activate': ['ADMIN', 'ANALYST'],
  /** Playbooks: write and enable; start and operate runs; approve what waits for approval; their secrets. */
  'playbooks.write': ['ADMIN', 'ANALYST'],
  'playbooks.run': ['ADMIN', 'ANALYST'],
  'playbooks.approve': ['ADMIN', 'ANALYST'],
  'playbook-secrets.manage': ['ADMIN'],
  'device-tokens.read': ['ADMIN', 'ANALYST'],
  'ingest.manage': ['ADMIN'],
  'programs.manage': ['ADMIN', 'ENGINEER'],
  /** Interface agreements: type, propose, answer, exchange. What one may do in one is a question of its team, too. */
  'agreements.work': ['ADMIN', 'ENGINEER'],
  /** How risk is computed, for every program that uses the method. */
  'methods.manage': ['ADMIN', 'ENGINEER'],
  'catalogues.manage': ['ADMIN', 'ENGINEER'],
  /** Software, its releases and their bills of materials; aliases of components. */
  'software.manage': ['ADMIN', 'ENGINEER'],
  /** Policies for licences, cryptography and quality. */
  'software-policies.manage': ['ADMIN'],
  /** Variants, parts, approved combinations, and which vehicles have which software. */
  'configurations.manage': ['ADMIN', 'ENGINEER'],
  /** Findings: assess, decide, treat, confirm what somebody else decided. */
  'vulnerabilities.work': workers,
  /** Sources of advisories, triggers, clocks and decision tables. */
  'vulnerabilities.manage': ['ADMIN'],
} as const satisfies Record<string, readonly Role[]>
export type Permission = keyof typeof permissions

/** The roles with a permission. */
export function rolesWith(permission: Permission): readonly Role[] {
  return permissions[permission]
}

/** Whether a role may do it; undefined permission: every role may. */
export function may(role: Role, permission: Permission | undefined): boolean {
  return permission === undefined || rolesWith(permission).includes(role)
}
