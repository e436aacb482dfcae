import { type Cover, whyNotCover } from '@carapace/shared/interface-agreement/cover'

/** The title of an agreement and its cover, as they are edited. */
export interface CoverFields {
  readonly title: string
  readonly cover: Cover
}

const parties = ['customer', 'supplier'] as const

/**
 * What the writer typed on top of what others have stored meanwhile: a field that the writer has not changed is as it
 * is stored now (rule AGREEMENT-UI-9). The escalation levels count as one field.
 */
export function rebased(base: CoverFields, mine: CoverFields, now: CoverFields): CoverFields {
  return {
    title: mine.title === base.title ? now.title : mine.title,
    cover: {
      ...mergedFields(base.cover, mine.cover, now.cover),
      ...Object.fromEntries(
        parties.map((party) => [party, mergedFields(base.cover[party], mine.cover[party], now.cover[party])]),
      ),
    },
  }
}

function mergedFields<T extends object>(base: T, mine: T, now: T): T {
  const keys = Object.keys(now) as (keyof T)[]
  return Object.fromEntries(keys.map((key) => [key, isSame(mine[key], base[key]) ? now[key] : mine[key]])) as T
}

/** Whether two values of a cover are the same: they are JSON, with their fields in one order. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Why a cover cannot be stored, by field; empty: it can. */
export function faultsOf({ title, cover }: CoverFields): Readonly<Record<string, string>> {
  const { valid_until: why } = whyNotCover(cover)
  return {
    ...(title.trim() === '' && { title: 'The agreement needs a title.' }),
    ...(cover.escalation.some(({ subject }) => subject.trim() === '') && {
      escalation: 'State what each level is about.',
    }),
    ...(!isWhole(cover.cycle_days, 1, 3_650) && { cycle_days: 'From 1 to 3,650 days.' }),
    ...(!isWhole(cover.event_days, 0, 365) && { event_days: 'From 0 to 365 days.' }),
    ...(cover.escalation.some(({ after_days: days }) => !isWhole(days, 0, 365)) && {
      escalation: 'A level follows after 0 to 365 days.',
    }),
    ...(why !== undefined && { valid_until: why }),
  }
}

const isWhole = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most
