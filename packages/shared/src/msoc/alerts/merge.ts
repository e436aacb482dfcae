import type { AlertStatus, ChangeKind } from './alerts.ts'
import { isOpen } from './alerts.ts'

/** Maximum number of alerts that are merged, or unmerged, at once. */
export const mergedAtOnce = 500

/** Maximum number of alerts that are merged into one: they are locked together whenever it changes. */
export const partsAtMost = 2_000

/** The fields of an alert that merging reads. */
export interface Mergeable {
  readonly uuid: string
  readonly number: number
  readonly title: string
  readonly status: AlertStatus
  readonly caseUuid: string | null
  readonly mergedStatus: AlertStatus | null
}

/** The fields that merging changes. Everything else stays: owner, acknowledgement, case, tags, counts, evidence. */
interface Fields {
  readonly status: AlertStatus
  readonly closedAt: Date | null
  readonly mergedIntoUuid: string | null
  readonly mergedStatus: AlertStatus | null
  readonly mergeOpen: boolean
}

export interface MergePlan {
  readonly set: Fields
  readonly change: { readonly kind: ChangeKind; readonly detail: Record<string, unknown> }
}

/**
 * Why alerts cannot be merged, as a sentence; undefined if they can (rule ALERT-12). `partsBefore`: how many are merged
 * into it already.
 */
export function whyNotMerged(
  parts: readonly Mergeable[],
  into: Mergeable,
  withParts: ReadonlySet<string>,
  partsBefore: number,
): string | undefined {
  if (!isOpen(into)) return `ALR-${into.number} is not open.`
  if (parts.some(({ uuid }) => uuid === into.uuid)) return 'An alert cannot be merged into itself.'
  const over = parts.find((part) => !isOpen(part))
  if (over) return `ALR-${over.number} is not open.`
  const whole = parts.find(({ uuid }) => withParts.has(uuid))
  if (whole) return `Other alerts are merged into ALR-${whole.number}. Merge into it, or unmerge those first.`
  if (partsBefore + parts.length > partsAtMost)
    return `At most ${partsAtMost.toLocaleString('en')} alerts are merged into one.`
  return undefined
}

/** Merges an alert into another one (rule ALERT-12). */
export function planMerge({ status }: Mergeable, into: Mergeable, now: Date): MergePlan {
  return {
    set: { status: 'MERGED', closedAt: now, mergedIntoUuid: into.uuid, mergedStatus: status, mergeOpen: true },
    change: { kind: 'merge', detail: { into: into.number, title: into.title } },
  }
}

/** Takes a merged alert out again, with the status that it had (rule ALERT-13). */
export function planUnmerge({ mergedStatus, caseUuid }: Mergeable, from: { number: number } | undefined): MergePlan {
  const before = mergedStatus ?? 'IN_PROGRESS'
  // only in a case is an alert escalated
  const status = before === 'ESCALATED' && caseUuid === null ? 'IN_PROGRESS' : before
  return {
    set: { status, closedAt: null, mergedIntoUuid: null, mergedStatus: null, mergeOpen: false },
    change: { kind: 'unmerge', detail: { ...(from && { from: from.number }), status } },
  }
}
