import type { OrganisationSettings } from '@carapace/shared/account/organisation.contract'

/** The settings as the user typed them. */
export interface Draft {
  readonly name: string
  readonly sessionDays: string
  /** Empty: as long as the installation keeps them. */
  readonly retentionDays: string
}

export function draftOf({
  name,
  session_days: sessionDays,
  retention_days: retentionDays,
}: OrganisationSettings): Draft {
  return { name, sessionDays: String(sessionDays), retentionDays: retentionDays === null ? '' : String(retentionDays) }
}

type Saved = Pick<OrganisationSettings, 'name' | 'session_days' | 'retention_days'>

/** The settings of a draft; undefined while it is not valid. */
export function savedOf({ name, sessionDays, retentionDays }: Draft): Saved | undefined {
  const session = daysIn(sessionDays, 180)
  const retention = retentionDays.trim() === '' ? null : daysIn(retentionDays, 3_650)
  if (name.trim() === '' || session === undefined || retention === undefined) return undefined
  return { name: name.trim(), session_days: session, retention_days: retention }
}

/** Whole days from one to the maximum. */
function daysIn(text: string, most: number): number | undefined {
  const days = Number(text)
  return /^\d+$/.test(text.trim()) && days >= 1 && days <= most ? days : undefined
}
