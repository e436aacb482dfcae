import { Failure } from '@carapace/shared/core/failure'

export interface Span {
  readonly from: Date
  readonly to: Date
}

const dayMs = 86_400_000
/** Nothing is kept of before, and PostgreSQL does not read what JavaScript writes of the years before the first. */
const beginning = new Date(0)

/** The time asked for: up to now and over the last day, where nothing else is said. */
export function spanOf(from: Date | undefined, to: Date | undefined, usualMs = dayMs): Span {
  const until = to ?? new Date()
  const since = from ?? new Date(until.getTime() - usualMs)
  if (since >= until || until <= beginning)
    throw new Failure('INVALID_INPUT', { errors: { to: 'The end must be after the beginning.' } })
  return { from: since < beginning ? beginning : since, to: until }
}

/**
 * What of a span the organisation still shows (rule ACCOUNT-10 of packages/shared/src/account/SPEC.md): of one that is
 * older than all of it, the first millisecond that is shown.
 */
export function keptPart({ from, to }: Span, kept: Date | undefined): Span {
  if (!kept || kept <= from) return { from, to }
  return { from: kept, to: to > kept ? to : new Date(kept.getTime() + 1) }
}
