import { type AlertStatus, openStatuses } from '../alerts/alerts.ts'
import type { Severity } from '../severity.ts'

/** The stages of a case, in order. */
export const caseStages = ['NEW', 'IN_PROGRESS', 'CLOSED'] as const
export type CaseStage = (typeof caseStages)[number]

/** The kinds of changes of a case. A comment's text is in the change's detail. */
export const caseChangeKinds = [
  'open',
  'link',
  'unlink',
  'stage',
  'owner',
  'title',
  'severity',
  'comment',
  'capture',
] as const
export type CaseChangeKind = (typeof caseChangeKinds)[number]

/** The fields of a case that `planCase` needs. */
interface Current {
  readonly title: string
  readonly stage: CaseStage
  readonly severity: Severity
  readonly ownerUuid: string | null
}

/** The requested change; undefined fields stay unchanged. The owner includes a name, for the record. */
export interface CaseInput {
  readonly title?: string | undefined
  readonly stage?: CaseStage | undefined
  readonly severity?: Severity | undefined
  readonly owner?: { readonly uuid: string; readonly name: string } | null | undefined
}

export interface CasePlan {
  readonly set: {
    title?: string
    stage?: CaseStage
    severity?: Severity
    ownerUuid?: string | null
    closedAt?: Date | null
  }
  readonly changes: readonly { readonly kind: CaseChangeKind; readonly detail: Record<string, unknown> }[]
}

/**
 * Plans the effect of a change on a case: each field that differs becomes one recorded change (rules CASE-1, CASE-2).
 */
export function planCase(current: Current, { title, stage, severity, owner }: CaseInput, now: Date): CasePlan {
  const set: CasePlan['set'] = {}
  const changes: CasePlan['changes'][number][] = []
  if (title !== undefined && title !== current.title) {
    set.title = title
    changes.push({ kind: 'title', detail: { title, was: current.title } })
  }
  if (severity !== undefined && severity !== current.severity) {
    set.severity = severity
    changes.push({ kind: 'severity', detail: { severity, was: current.severity } })
  }
  if (owner !== undefined && (owner?.uuid ?? null) !== current.ownerUuid) {
    set.ownerUuid = owner?.uuid ?? null
    changes.push({ kind: 'owner', detail: { owner: owner?.name ?? null } })
  }
  if (stage !== undefined && stage !== current.stage) {
    set.stage = stage
    if (stage === 'CLOSED') set.closedAt = now
    else if (current.stage === 'CLOSED') set.closedAt = null
    changes.push({ kind: 'stage', detail: { stage, was: current.stage } })
  }
  return { set, changes }
}

/** The fields of an alert that linking needs. */
interface Linked {
  readonly number: number
  readonly status: AlertStatus
  readonly caseUuid: string | null
}

export const isOpen = (status: AlertStatus): boolean => (openStatuses as readonly AlertStatus[]).includes(status)

/**
 * Returns why an alert cannot be added to a case, as a sentence; undefined if it can (rules CASE-3, CASE-4).
 * `openCases` are those not closed.
 */
export function whyNotLinked({ number, status, caseUuid }: Linked, openCases: ReadonlySet<string>): string | undefined {
  if (!isOpen(status)) return `ALR-${number} is closed or merged and cannot be escalated. Reopen it first.`
  if (caseUuid !== null && openCases.has(caseUuid))
    return `ALR-${number} belongs to another open case. Take it out of that one first.`
  return undefined
}

/**
 * Plans the effect of taking an alert out of its case: an escalated alert is in progress again, any other keeps its
 * status (rule CASE-5).
 */
export function planUnlink({ status }: Linked) {
  const wasEscalated = status === 'ESCALATED'
  return {
    set: { caseUuid: null, ...(wasEscalated && { status: 'IN_PROGRESS' as const }) },
    changes: [
      { kind: 'status' as const, detail: { case: null, ...(wasEscalated && { status: 'IN_PROGRESS', was: status }) } },
    ],
  }
}
