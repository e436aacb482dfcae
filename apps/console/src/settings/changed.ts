import { listAudit } from '@carapace/shared/account/security.contract'
import { call } from '../core/call/call.ts'

/**
 * The differences between two states of a row, as the end of a sentence: `role is now Analyst, name is now Maya`.
 * Fields that `words` does not contain are left out.
 */
export function changesOf<Row extends object>(
  before: Row,
  now: Row,
  words: { readonly [Field in keyof Row]?: (value: Row[Field]) => string },
): string {
  const fields = Object.keys(words) as (keyof Row)[]
  return fields
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(now[field]))
    .map((field) => words[field]!(now[field]))
    .join(', ')
}

/** `Maya Rao changed this meanwhile: role is now Analyst.` */
export function conflictText(who: string | undefined, changes: string): string {
  const whoever = who ?? 'Someone else'
  return changes === ''
    ? `${whoever} changed this meanwhile. You now see its current state.`
    : `${whoever} changed this meanwhile: ${changes}.`
}

/** The actor of the latest log entry that `isIt` accepts, for users who may read the log. */
export async function whoChanged(
  isIt: (entry: { readonly subject: string; readonly subject_uuid: string | null }) => boolean,
): Promise<string | undefined> {
  const { entries } = await call(listAudit, { limit: 50 })
  return entries.find(isIt)?.actor
}
