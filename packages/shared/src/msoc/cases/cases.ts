import { type AlertStatus, openStatuses } from '../alerts/alerts.ts'
import type { Severity } from '../severity.ts'

/** The stages of a case, in their order. */
export const caseStages = ['NEW', 'IN_PROGRESS', 'CLOSED'] as const
export type CaseStage = (typeof caseStages)[number]

/** What can happen to a case. A comment's text is in the change's detail. */
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

/** What deciding about a case needs of it. */
interface Current {
  readonly title: string
  readonly stage: CaseStage
  readonly severity: Severity
  readonly ownerUuid: string | null
}

/** What is asked of it: what is undefined stays. The owner comes with a name, for the record. */
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
 * What a change does to a case: each field that is different now is one change of the record (rules CASE-1, CASE-2).
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

/** What linking needs of an alert. */
interface Linked {
  readonly number: number
  readonly status: AlertStatus
  readonly caseUuid: string | null
}

export const isOpen = (status: AlertStatus): boolean => (openStatuses as readonly AlertStatus[]).includes(status)

/**
 * Why an alert cannot come into a case, in a sentence; undefined where it can (rules CASE-3, CASE-4). `openCases` are
 * those not closed.
 */
export function whyNotLinked({ number, status, caseUuid }: Linked, openCases: ReadonlySet<string>): string | undefined {
  if (!isOpen(status)) return `ALR-${number} is closed or merged and cannot be escalated. Reopen it first.`
  if (caseUuid !== null && openCases.has(caseUuid))
    return `ALR-${number} belongs to another open case. Take it out of that one first.`
  return undefined
}

/**
 * What taking an alert out of its case makes of it: an escalated one is in progress again, any other stays as it is
 * (rule CASE-5).
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
