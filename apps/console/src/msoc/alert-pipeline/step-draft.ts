import type { AlertSource } from '@carapace/shared/msoc/alerts/alerts'
import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { AlertMatchers } from '@carapace/shared/msoc/alerts/pipeline/alert-matchers'
import type { StepKind } from '@carapace/shared/msoc/alerts/pipeline/alert-steps'
import type { SilenceProposal } from '@carapace/shared/msoc/alerts/pipeline/proposals.contract'
import {
  type AlertStep,
  mayBeEndless,
  type saveAlertStep,
  type tryAlertStep,
} from '@carapace/shared/msoc/alerts/pipeline/alert-steps.contract'
import type { Severity } from '@carapace/shared/msoc/severity'
import type { z } from 'zod'
import { fieldValue, typedInstant } from '../../core/time/range.ts'
import {
  type AssignmentDraft,
  assignmentDraftOf,
  assignmentOf,
  assignmentProblem,
  type EscalationDraft,
  escalationDraftOf,
  escalationOf,
  escalationProblem,
  newAssignment,
  newEscalation,
} from './following-draft.ts'

/** The fields that select alerts. */
export interface MatcherDraft {
  readonly rules: string
  readonly severities: readonly Severity[]
  readonly sources: readonly AlertSource[]
  readonly vehicles: string
  readonly models: string
  readonly observables: string
  readonly title: string
}

/** The fields of the dialog. Lists are typed as texts with commas, times in the user's zone. */
export interface StepDraft {
  /** The step that is changed; undefined for a new one. */
  readonly saved: { readonly uuid: string; readonly revision: number } | undefined
  readonly kind: StepKind
  readonly matchers: MatcherDraft
  /** Used by an inhibition only. */
  readonly inhibitors: MatcherDraft
  /** Of an assignment: to whom. Of an escalation: to whom it hands over. */
  readonly assignment: AssignmentDraft
  readonly escalation: EscalationDraft
  readonly from: string
  /** Empty: without an end. */
  readonly until: string
  readonly reason: string
  /** A number, or empty: behind all others. */
  readonly order: string
}

/** The suggested duration of a new step, ms. */
const usualMs = 4 * 3_600_000

export const noMatchers: MatcherDraft = {
  rules: '',
  severities: [],
  sources: [],
  vehicles: '',
  models: '',
  observables: '',
  title: '',
}

/** A new step that matches nothing yet. */
export function newDraft(now: number): StepDraft {
  return {
    saved: undefined,
    kind: 'silence',
    matchers: noMatchers,
    inhibitors: noMatchers,
    assignment: newAssignment,
    escalation: newEscalation,
    from: fieldValue(now),
    until: fieldValue(now + usualMs),
    reason: '',
    order: '',
  }
}

/** A silence for the rule and the vehicle of an alert (rule ALERT-PIPELINE-UI-5). */
export function silenceLike({ rule, vehicle }: Pick<Alert, 'rule' | 'vehicle'>, now: number): StepDraft {
  return { ...newDraft(now), matchers: { ...noMatchers, rules: rule, vehicles: vehicle?.vin ?? '' } }
}

/** A silence as it is proposed: what it would match, why, and for how long (rule ALERT-PIPELINE-UI-12). */
export function silenceProposed(
  { matchers, reason, days }: Pick<SilenceProposal, 'matchers' | 'reason' | 'days'>,
  now: number,
): StepDraft {
  return { ...newDraft(now), matchers: matcherDraftOf(matchers), reason, until: fieldValue(now + days * 86_400_000) }
}

export function draftOf(step: AlertStep): StepDraft {
  const assigned = step.assignment ?? step.escalation?.hand_over ?? undefined
  return {
    saved: { uuid: step.uuid, revision: step.revision },
    kind: step.kind,
    matchers: matcherDraftOf(step.matchers),
    inhibitors: step.inhibitors === null ? noMatchers : matcherDraftOf(step.inhibitors),
    assignment: assigned === undefined ? newAssignment : assignmentDraftOf(assigned),
    escalation: step.escalation === null ? newEscalation : escalationDraftOf(step.escalation),
    from: fieldValue(Date.parse(step.from)),
    until: step.until === null ? '' : fieldValue(Date.parse(step.until)),
    reason: step.reason,
    order: String(step.order),
  }
}

export function matcherDraftOf(matchers: AlertMatchers): MatcherDraft {
  const joined = (values: readonly string[] | undefined) => (values ?? []).join(', ')
  return {
    rules: joined(matchers.rules),
    severities: matchers.severities ?? [],
    sources: matchers.sources ?? [],
    vehicles: joined(matchers.vehicles),
    models: joined(matchers.models),
    observables: joined(matchers.observables),
    title: matchers.title ?? '',
  }
}

interface Selection {
  readonly matchers: AlertMatchers
  readonly inhibitors?: AlertMatchers
}

/** What can be tried of a draft: what it selects, and what an assignment or an escalation does with it. */
export function triedOf(draft: StepDraft): z.input<typeof tryAlertStep.input> {
  return { ...selectionOf(draft), ...followingOf(draft) }
}

function followingOf({ kind, assignment, escalation }: StepDraft) {
  return {
    ...(kind === 'assignment' && { assignment: assignmentOf(assignment) }),
    ...(kind === 'escalation' && { escalation: escalationOf(escalation, assignment) }),
  }
}

/** Why what follows the alerts is not complete, as a sentence; undefined if it is. */
export function followingProblem({ kind, assignment, escalation }: StepDraft): string | undefined {
  if (kind === 'assignment') return assignmentProblem(assignment)
  return kind === 'escalation' ? escalationProblem(escalation, assignment) : undefined
}

/** What the dialog selects; a maintenance window has vehicles and models only. */
export function selectionOf({ kind, matchers, inhibitors }: StepDraft): Selection {
  if (kind === 'maintenance') {
    const { vehicles, models } = matchersOf(matchers)
    return { matchers: { ...(vehicles && { vehicles }), ...(models && { models }) } }
  }
  return { matchers: matchersOf(matchers), ...(kind === 'inhibition' && { inhibitors: matchersOf(inhibitors) }) }
}

/** Whether each of the matchers names something. */
export function isComplete({ matchers, inhibitors }: Selection): boolean {
  return Object.keys(matchers).length > 0 && (inhibitors === undefined || Object.keys(inhibitors).length > 0)
}

/** The matchers of the fields that are filled in. */
export function matchersOf(draft: MatcherDraft): AlertMatchers {
  return {
    ...listed('rules', draft.rules),
    ...(draft.severities.length > 0 && { severities: [...draft.severities] }),
    ...(draft.sources.length > 0 && { sources: [...draft.sources] }),
    ...listed('vehicles', draft.vehicles),
    ...listed('models', draft.models),
    ...listed('observables', draft.observables),
    ...(draft.title.trim() !== '' && { title: draft.title.trim() }),
  }
}

function listed<Key extends string>(key: Key, text: string): { [key in Key]?: string[] } {
  const values = text
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean)
  return values.length === 0 ? {} : ({ [key]: values } as { [key in Key]?: string[] })
}

const incomplete: Readonly<Record<StepKind, string>> = {
  silence: 'Name at least one condition.',
  maintenance: 'Name vehicles or models.',
  inhibition: 'Name at least one condition of either.',
  assignment: 'Name at least one condition.',
  escalation: 'Name at least one condition.',
}

/** Why a draft cannot be saved yet, as a sentence; undefined if it can. */
export function draftProblem(draft: StepDraft): string | undefined {
  if (!isComplete(selectionOf(draft))) return incomplete[draft.kind]
  const following = followingProblem(draft)
  if (following !== undefined) return following
  const [from, until] = [typedInstant(draft.from), typedInstant(draft.until)]
  if (Number.isNaN(from)) return 'Give the time at which it begins.'
  if (draft.until === '' && mayBeEndless(draft.kind)) return problemOfTexts(draft)
  if (Number.isNaN(until)) return 'Give the time at which it ends.'
  if (until <= from) return 'The end must be after the beginning.'
  return problemOfTexts(draft)
}

function problemOfTexts(draft: StepDraft): string | undefined {
  if (draft.reason.trim() === '') return 'Give a reason.'
  if (!/^\d{0,6}$/.test(draft.order.trim())) return 'The order is a number.'
  return undefined
}

/** The call that saves a draft without problems. */
export function savedInput(draft: StepDraft): z.input<typeof saveAlertStep.input> {
  return {
    ...draft.saved,
    kind: draft.kind,
    ...(draft.order.trim() !== '' && { order: Number(draft.order) }),
    ...triedOf(draft),
    from: new Date(typedInstant(draft.from)).toISOString(),
    until: draft.until === '' ? null : new Date(typedInstant(draft.until)).toISOString(),
    reason: draft.reason.trim(),
  }
}
