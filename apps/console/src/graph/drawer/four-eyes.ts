import type { Artefact } from '@carapace/shared/lifecycle/artefacts.contract'
import type { Detail } from '../program-store.ts'

/** Why this person may not decide; undefined when they may. */
export function whyNotDecide(me: string | undefined, { updated_by: changed }: Pick<Artefact, 'updated_by'>, { asked_by: asked, reviewer }: Pick<NonNullable<Detail['review']>, 'asked_by' | 'reviewer'>): string | undefined {
  if (asked?.uuid === me) return 'You asked for it: somebody else decides.'
  if (changed?.uuid === me) return 'You changed it last: somebody else decides.'
  return reviewer !== null && reviewer.uuid !== me ? `${reviewer.name} was asked to decide.` : undefined
}
