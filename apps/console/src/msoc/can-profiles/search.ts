import { idDigits } from '@carapace/shared/msoc/can/frame'
import { profileStates } from '@carapace/shared/msoc/can/profiles'
import { z } from 'zod'

/** A text parameter. The router parses `?model=208` as a number; whatever it made of the text, it is converted back. */
const text = (most: number) =>
  z
    .union([z.string(), z.number(), z.boolean()])
    .transform((value) => String(value).trim().slice(0, most) || undefined)
    .optional()
    .catch(undefined)

export const reviewViews = ['ids', 'differences', 'exceptions'] as const
export type ReviewView = (typeof reviewViews)[number]

/**
 * The address parameters of the profiles: the filters of the list, or the reviewed profile and its view (rules
 * PROFILE-UI-1, PROFILE-UI-2 of ./SPEC.md).
 */
export const ProfilesSearch = z.object({
  model: text(100),
  bus: text(32),
  state: z.enum(profileStates).optional().catch(undefined),
  /** A capture to learn from: the dialog opens with it. */
  capture: z.uuid().optional().catch(undefined),
  /** The reviewed profile. */
  profile: z.uuid().optional().catch(undefined),
  view: z.enum(reviewViews).optional().catch(undefined),
  q: text(100),
  /** The arbitration id whose detail is shown, in the format of `idWord`. */
  id: text(12),
})
export type ProfilesSearch = z.output<typeof ProfilesSearch>

interface NamedId {
  readonly id: number
  readonly ext: boolean
}

/** An arbitration id in an address: `x1A0`, or `x18FEF100e` with 29 bits; the x prevents parsing as a number. */
export function idWord(id: NamedId): string {
  return `x${idDigits(id)}${id.ext ? 'e' : ''}`
}
