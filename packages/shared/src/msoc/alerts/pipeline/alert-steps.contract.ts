import { z } from 'zod'
import { endpoint } from '../../../core/endpoint.ts'
import { dateTime, limit } from '../../../core/wire.ts'
import { Alert } from '../alerts.contract.ts'
import { AlertMatchers } from './alert-matchers.ts'
import { type StepKind, stepKinds } from './alert-steps.ts'
import { Assignment } from './assignment.ts'
import { Escalation } from './escalation.ts'

/** A step of the alert pipeline. */
export const AlertStep = z.object({
  uuid: z.uuid(),
  kind: z.enum(stepKinds),
  /** Steps are evaluated by this number, the lowest first. */
  order: z.int(),
  matchers: AlertMatchers,
  /** Of an inhibition: the alerts that inhibit, as long as they are open. */
  inhibitors: AlertMatchers.nullable(),
  /** Of an assignment: to whom. */
  assignment: Assignment.nullable(),
  /** Of an escalation: when an alert is overdue, and to whom it is handed over. */
  escalation: Escalation.nullable(),
  from: dateTime,
  /** Null: without an end. */
  until: dateTime.nullable(),
  reason: z.string(),
  author: z.string(),
  /** False once somebody has ended it before its time. */
  active: z.boolean(),
  /** Whether it applies to alerts now: active, begun and not over. */
  in_effect: z.boolean(),
  /** Number of open alerts that it suppresses. */
  suppressed: z.int(),
  created_at: dateTime,
  revision: z.int(),
})
export type AlertStep = z.infer<typeof AlertStep>

/** Maximum duration of a step, days. */
export const stepDaysAtMost = 366

export const listAlertSteps = endpoint({
  method: 'GET',
  path: 'msoc/v1/alerts/steps',
  summary: 'The steps of the alert pipeline: those not over yet in their order, then those over, the latest first',
  access: 'MSOC',
  input: z.object({ limit: limit(500, 300) }),
  output: z.object({ steps: z.array(AlertStep) }),
})

export const saveAlertStep = endpoint({
  method: 'POST',
  path: 'msoc/v1/alerts/steps/save',
  summary:
    'Silence, inhibit, assign or escalate alerts, plan maintenance, or (with uuid and revision) change a step that ' +
    'is not over yet',
  access: 'MSOC',
  needs: 'alerts.work',
  input: z
    .object({
      uuid: z.uuid().optional(),
      revision: z.int().optional(),
      kind: z.enum(stepKinds),
      /** Default: behind all others. */
      order: z.int().min(0).max(1_000_000).optional(),
      matchers: AlertMatchers,
      /** An inhibition needs them: the alerts that inhibit, as long as they are open on the same vehicle. */
      inhibitors: AlertMatchers.optional(),
      /** An assignment needs it. */
      assignment: Assignment.optional(),
      /** An escalation needs it. */
      escalation: Escalation.optional(),
      from: dateTime,
      /** A silence and a maintenance window need an end. */
      until: dateTime.nullable(),
      reason: z.string().trim().min(1).max(500),
    })
    .refine(({ from, until }) => until === null || Date.parse(until) > Date.parse(from), {
      message: 'The end must be after the start.',
      path: ['until'],
    })
    .refine(
      ({ from, until }) => until === null || Date.parse(until) - Date.parse(from) <= stepDaysAtMost * 86_400_000,
      { message: `At most ${stepDaysAtMost} days.`, path: ['until'] },
    )
    .refine(({ kind, until }) => mayBeEndless(kind) || until !== null, {
      message: 'Silences and maintenance windows have an end.',
      path: ['until'],
    })
    .refine(({ kind, inhibitors }) => (kind === 'inhibition') === (inhibitors !== undefined), {
      message: 'An inhibition needs the alerts that inhibit, and only an inhibition takes them.',
      path: ['inhibitors'],
    })
    .refine(({ kind, assignment }) => (kind === 'assignment') === (assignment !== undefined), {
      message: 'An assignment states to whom, and only an assignment does.',
      path: ['assignment'],
    })
    .refine(({ kind, escalation }) => (kind === 'escalation') === (escalation !== undefined), {
      message: 'An escalation states when an alert is overdue, and only an escalation does.',
      path: ['escalation'],
    })
    .refine(({ kind, matchers }) => kind !== 'maintenance' || namesVehiclesOnly(matchers), {
      message: 'Maintenance names vehicles or models, and nothing else.',
      path: ['matchers'],
    }),
  output: z.object({ success: z.literal(true), step: AlertStep }),
})

function namesVehiclesOnly({ vehicles, models, ...others }: AlertMatchers): boolean {
  return (vehicles !== undefined || models !== undefined) && Object.values(others).every((value) => value === undefined)
}

/** Whether steps of this kind may be without an end. */
export function mayBeEndless(kind: StepKind): boolean {
  return kind !== 'silence' && kind !== 'maintenance'
}

export const orderAlertSteps = endpoint({
  method: 'POST',
  path: 'msoc/v1/alerts/steps/order',
  summary: 'Put steps that are not over yet into this order; those not named come behind them',
  access: 'MSOC',
  needs: 'alerts.work',
  input: z.object({ uuids: z.array(z.uuid()).min(1).max(200) }),
  output: z.object({ success: z.literal(true), steps: z.array(AlertStep) }),
})

const named = z.object({ uuid: z.uuid(), revision: z.int() })

export const endAlertStep = endpoint({
  method: 'POST',
  path: 'msoc/v1/alerts/steps/end',
  summary: 'End a step before its time: the open alerts that it suppresses show up again',
  access: 'MSOC',
  needs: 'alerts.work',
  input: named,
  output: z.object({ success: z.literal(true), step: AlertStep }),
})

export const deleteAlertStep = endpoint({
  method: 'POST',
  path: 'msoc/v1/alerts/steps/delete',
  summary: 'Delete a step: the open alerts that it suppresses show up again',
  access: 'MSOC',
  needs: 'alerts.work',
  input: named,
  output: z.object({ success: z.literal(true) }),
})

export const tryAlertStep = endpoint({
  method: 'POST',
  path: 'msoc/v1/alerts/steps/try',
  summary: 'The alerts of the last day that matchers select, by when they were last seen; nothing is changed',
  access: 'MSOC',
  needs: 'alerts.work',
  /** With `inhibitors`: of these alerts, those of vehicles on which such an alert is open now. */
  input: z.object({
    matchers: AlertMatchers,
    inhibitors: AlertMatchers.optional(),
    /** To whom these alerts would have been assigned. */
    assignment: Assignment.optional(),
    /** Which of these alerts would have been overdue. */
    escalation: Escalation.optional(),
  }),
  output: z.object({
    total: z.int(),
    /** Of these, how many are open. */
    open: z.int(),
    /** The latest of them. */
    alerts: z.array(Alert),
    /** Of the latest 10,000: how many an assignment would have given to each member, most first. */
    assigned: z.array(z.object({ member: z.string(), alerts: z.int() })),
    /** Of the latest 10,000: how many an escalation would have marked as overdue. Null without an escalation. */
    overdue: z.int().nullable(),
    /** What would have become of the alerts that are returned; those that would not have changed are left out. */
    outcomes: z.array(
      z.object({
        uuid: z.uuid(),
        /** Name of the member. */
        member: z.string().nullable(),
        /** When it would have been overdue. */
        overdue_at: dateTime.nullable(),
      }),
    ),
  }),
})
