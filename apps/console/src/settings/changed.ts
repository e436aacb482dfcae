import { listAudit } from '@carapace/shared/account/security.contract'
import { call } from '../core/call/call.ts'

/**
 * What became different between two states of a row, as sentences end: `role is now Analyst, name is now Maya`. Fields
 * without words are left out.
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

/** `Maya Rao changed it meanwhile: role is now Analyst.` */
export function conflictText(who: string | undefined, changes: string): string {
  const whoever = who ?? 'Someone else'
  return changes === ''
    ? `${whoever} changed this meanwhile. What you see is as it is now.`
    : `${whoever} changed this meanwhile: ${changes}.`
}

/** Who did something last to what `isIt` finds in the log, for those who may read it. */
export async function whoChanged(
  isIt: (entry: { readonly subject: string; readonly subject_uuid: string | null }) => boolean,
): Promise<string | undefined> {
  const { entries } = await call(listAudit, { limit: 50 })
  return entries.find(isIt)?.actor
}
