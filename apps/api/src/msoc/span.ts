import { Failure } from '@carapace/shared/core/failure'

export interface Span {
  readonly from: Date
  readonly to: Date
}

const dayMs = 86_400_000
/** There is no older data, and PostgreSQL cannot read JavaScript's notation of years before year 1. */
const beginning = new Date(0)

/** The requested span; by default up to now, and one day long. */
export function spanOf(from: Date | undefined, to: Date | undefined, usualMs = dayMs): Span {
  const until = to ?? new Date()
  const since = from ?? new Date(until.getTime() - usualMs)
  if (since >= until || until <= beginning)
    throw new Failure('INVALID_INPUT', { errors: { to: 'The end must be after the beginning.' } })
  return { from: since < beginning ? beginning : since, to: until }
}

/**
 * The part of a span that the organisation still shows (rule ACCOUNT-10 of packages/shared/src/account/SPEC.md); for a
 * span that is older than that, the first millisecond that is shown.
 */
export function keptPart({ from, to }: Span, kept: Date | undefined): Span {
  if (!kept || kept <= from) return { from, to }
  return { from: kept, to: to > kept ? to : new Date(kept.getTime() + 1) }
}
