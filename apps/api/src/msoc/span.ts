import { Failure } from '@carapace/shared/core/failure'

export interface Span {
  readonly from: Date
  readonly to: Date
}

const dayMs = 86_400_000

/** The time asked for: up to now and over the last day, where nothing else is said. */
export function spanOf(from: Date | undefined, to: Date | undefined, usualMs = dayMs): Span {
  const until = to ?? new Date()
  const since = from ?? new Date(until.getTime() - usualMs)
  if (since >= until) throw new Failure('INVALID_INPUT', { errors: { to: 'The end must be after the beginning.' } })
  return { from: since, to: until }
}
