import type { Role } from '@carapace/shared/modules'

/** The permissions of each role, in a sentence: as in the permission table (packages/shared/src/permissions.ts). */
export const roleSentences: Readonly<Record<Role, string>> = {
  ADMIN: 'May do everything, and manages members, settings, ingest keys and device tokens.',
  ANALYST: 'Works on alerts, cases, vehicles and geofences; sees the engineering pages.',
  ENGINEER: 'Manages programs and the engineering work in them; sees the operations pages.',
  VIEWER: 'Looks at everything and changes nothing but their own profile and private views.',
}
