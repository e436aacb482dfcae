import { type AlertStatus, openStatuses, type Resolution } from '../alerts/alerts.ts'
import type { Severity } from '../severity.ts'

/** The stages of a case, in order. */
export const caseStages = ['NEW', 'IN_PROGRESS', 'CLOSED'] as const
export type CaseStage = (typeof caseStages)[number]

/**
 * How far what is known of a case may be passed on: Traffic Light Protocol 2.0, from the least to the most restricted.
 */
export const tlps = ['CLEAR', 'GREEN', 'AMBER', 'AMBER+STRICT', 'RED'] as const
export type Tlp = (typeof tlps)[number]

/** What may be done with it (Permissible Actions Protocol), from the least to the most restricted. */
export const paps = ['CLEAR', 'GREEN', 'AMBER', 'RED'] as const
export type Pap = (typeof paps)[number]

/** The colours of custom statuses. The console draws them in both themes. */
export const statusColours = ['blue', 'green', 'orange', 'red', 'violet', 'turquoise', 'gold', 'grey'] as const
export type StatusColour = (typeof statusColours)[number]

export const taskStates = ['OPEN', 'IN_PROGRESS', 'DONE', 'CANCELLED'] as const
export type TaskState = (typeof taskStates)[number]

export const fieldTypes = ['text', 'number', 'date', 'choice'] as const
export type FieldType = (typeof fieldTypes)[number]

/**
 * What a case can refer to. Cases, vehicles and observables are checked; the others are named by other modules or
 * tools.
 */
export const linkKinds = [
  'case',
  'vehicle',
  'observable',
  'threat-scenario',
  'component',
  'vulnerability',
  'artefact',
  'psirt-ticket',
  'reference',
] as const
export type LinkKind = (typeof linkKinds)[number]

/** What an item of evidence is: a stored file, or a reference to something that opens in the analyzer. */
export const evidenceKinds = ['file', 'alert', 'capture', 'window'] as const
export type EvidenceKind = (typeof evidenceKinds)[number]

/** Entries of an item's chain of custody. */
export const custodyActions = ['added', 'downloaded', 'verified', 'moved', 'removed'] as const
export type CustodyAction = (typeof custodyActions)[number]

/** Maximum numbers and sizes. */
export const caseLimits = {
  alerts: 10_000,
  tasks: 200,
  members: 50,
  links: 200,
  evidence: 500,
  story: 500,
  checklist: 100,
  tags: 30,
  statuses: 30,
  fields: 50,
  templates: 200,
  bulk: 500,
  fileBytes: 64 * 1024 ** 2,
  orgBytes: 2 * 1024 ** 3,
  uploads: 4,
} as const

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
  'status',
  'resolution',
  'tlp',
  'pap',
  'tags',
  'description',
  'lessons',
  'fields',
  'pause',
  'access',
  'member',
  'task',
  'evidence',
  'reference',
  'story',
  'merge',
  'unmerge',
  'split',
] as const
export type CaseChangeKind = (typeof caseChangeKinds)[number]

/** The fields of a case that `planCase` needs; those that are absent count as empty. */
interface Current extends Partial<Texts> {
  readonly title: string
  readonly stage: CaseStage
  readonly severity: Severity
  readonly ownerUuid: string | null
  readonly statusUuid?: string | null
  readonly resolution?: Resolution | null
  readonly tlp?: Tlp
  readonly pap?: Pap
  readonly tags?: readonly string[]
  readonly needToKnow?: boolean
}

interface Texts {
  readonly description: string
  readonly impact: string
  readonly causes: string
  readonly lessons: string
}

/** A status of the organisation; the name is for the record. */
export interface NamedStatus {
  readonly uuid: string
  readonly name: string
  readonly stage: CaseStage
}

/** The requested change; undefined fields stay unchanged. The owner includes a name, for the record. */
export interface CaseInput {
  readonly title?: string | undefined
  readonly stage?: CaseStage | undefined
  readonly severity?: Severity | undefined
  readonly owner?: { readonly uuid: string; readonly name: string } | null | undefined
  readonly status?: NamedStatus | null | undefined
  readonly resolution?: Resolution | null | undefined
  readonly tlp?: Tlp | undefined
  readonly pap?: Pap | undefined
  readonly tags?: readonly string[] | undefined
  readonly needToKnow?: boolean | undefined
  readonly description?: string | undefined
  readonly impact?: string | undefined
  readonly causes?: string | undefined
  readonly lessons?: string | undefined
}

export interface CasePlan {
  readonly set: {
    title?: string
    stage?: CaseStage
    severity?: Severity
    ownerUuid?: string | null
    closedAt?: Date | null
    statusUuid?: string | null
    resolution?: Resolution | null
    tlp?: Tlp
    pap?: Pap
    tags?: string[]
    needToKnow?: boolean
    description?: string
    impact?: string
    causes?: string
    lessons?: string
  }
  readonly changes: readonly { readonly kind: CaseChangeKind; readonly detail: Record<string, unknown> }[]
}

/**
 * Plans the effect of a change on a case: each field that differs becomes one recorded change (rules CASE-1, CASE-2,
 * CASE-10). A status brings its stage along; a stage that is not that of the status removes the status.
 */
export function planCase(current: Current, input: CaseInput, now: Date): CasePlan {
  const set: CasePlan['set'] = {}
  const changes: CasePlan['changes'][number][] = []
  const { title, severity, owner } = input
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
  planStage(current, input, now, { set, changes })
  planMarks(current, input, { set, changes })
  planTexts(current, input, { set, changes })
  return { set, changes }
}

interface Growing {
  readonly set: CasePlan['set']
  readonly changes: CasePlan['changes'][number][]
}

function planStage(current: Current, { stage, status, resolution }: CaseInput, now: Date, { set, changes }: Growing) {
  const next = status?.stage ?? stage ?? current.stage
  if (resolution !== undefined && resolution !== (current.resolution ?? null)) {
    set.resolution = resolution
    changes.push({ kind: 'resolution', detail: { resolution, was: current.resolution ?? null } })
  }
  const held = current.statusUuid ?? null
  const statusUuid = status === undefined ? (next === current.stage ? held : null) : (status?.uuid ?? null)
  if (statusUuid !== held) {
    set.statusUuid = statusUuid
    changes.push({ kind: 'status', detail: { status: status?.name ?? null } })
  }
  if (next !== current.stage) {
    set.stage = next
    if (next === 'CLOSED') set.closedAt = now
    else if (current.stage === 'CLOSED') set.closedAt = null
    changes.push({ kind: 'stage', detail: { stage: next, was: current.stage } })
  }
}

function planMarks(current: Current, { tlp, pap, tags, needToKnow }: CaseInput, { set, changes }: Growing) {
  if (tlp !== undefined && tlp !== current.tlp) {
    set.tlp = tlp
    changes.push({ kind: 'tlp', detail: { tlp, was: current.tlp } })
  }
  if (pap !== undefined && pap !== current.pap) {
    set.pap = pap
    changes.push({ kind: 'pap', detail: { pap, was: current.pap } })
  }
  const unique = tags && [...new Set(tags)]
  if (unique && JSON.stringify(unique) !== JSON.stringify(current.tags ?? [])) {
    set.tags = unique
    changes.push({ kind: 'tags', detail: { tags: unique, was: current.tags ?? [] } })
  }
  if (needToKnow !== undefined && needToKnow !== (current.needToKnow ?? false)) {
    set.needToKnow = needToKnow
    changes.push({ kind: 'access', detail: { need_to_know: needToKnow } })
  }
}

const lessonTexts = ['impact', 'causes', 'lessons'] as const

/** Long texts are not repeated in the record: only which changed. */
function planTexts(current: Current, input: CaseInput, { set, changes }: Growing) {
  if (input.description !== undefined && input.description !== (current.description ?? '')) {
    set.description = input.description
    changes.push({ kind: 'description', detail: {} })
  }
  const changed = lessonTexts.filter((name) => input[name] !== undefined && input[name] !== (current[name] ?? ''))
  for (const name of changed) set[name] = input[name]!
  if (changed.length > 0) changes.push({ kind: 'lessons', detail: { texts: changed } })
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
