import { z } from 'zod'
import { endpoint } from '../../../core/endpoint.ts'
import { dateTime } from '../../../core/wire.ts'
import { AlertMatchers } from './alert-matchers.ts'
import { builtInSteps, FoldingSettings, ProposalSettings, RiskSettings, standingKinds } from './standing-steps.ts'

/** A step of the pipeline without an end. Of its settings, those of its kind are there. */
export const StandingStep = z.object({
  /** Null: as shipped, nobody has changed it. */
  uuid: z.uuid().nullable(),
  kind: z.enum(standingKinds),
  /** Which of the steps it is that every organisation has; null: one of its own. */
  built_in: z.enum(builtInSteps).nullable(),
  name: z.string(),
  /** Steps of a kind are evaluated by this number, the lowest first. */
  order: z.int(),
  active: z.boolean(),
  /** Null: all alerts. */
  matchers: AlertMatchers.nullable(),
  folding: FoldingSettings.nullable(),
  risk: RiskSettings.nullable(),
  proposal: ProposalSettings.nullable(),
  author: z.string().nullable(),
  changed_at: dateTime.nullable(),
  /** 0: as shipped. */
  revision: z.int(),
})
export type StandingStep = z.infer<typeof StandingStep>

export const listStandingSteps = endpoint({
  method: 'GET',
  path: 'msoc/v1/alerts/standing-steps',
  summary: 'The steps of the alert pipeline that have no end: folding, risk and proposals, in their order',
  access: 'MSOC',
  input: z.object({}),
  output: z.object({ steps: z.array(StandingStep) }),
})

const settings = {
  folding: FoldingSettings.optional(),
  risk: RiskSettings.optional(),
  proposal: ProposalSettings.optional(),
}

type Settings = { readonly kind: (typeof standingKinds)[number] } & {
  readonly [key in keyof typeof settings]?: unknown
}

const hasItsOwn = (input: Settings) =>
  standingKinds.every((kind) => (input[kind] !== undefined) === (kind === input.kind))
const ownSettings = { message: 'Give the settings of its kind, and no others.', path: ['kind'] }

export const saveStandingStep = endpoint({
  method: 'POST',
  path: 'msoc/v1/alerts/standing-steps/save',
  summary: 'Add a folding step, or change a step (by uuid, or one as shipped by its name in `built_in`)',
  access: 'MSOC',
  needs: 'alerts.work',
  input: z
    .object({
      uuid: z.uuid().optional(),
      revision: z.int32().optional(),
      built_in: z.enum(builtInSteps).optional(),
      kind: z.enum(standingKinds),
      name: z.string().trim().min(1).max(100),
      /** Default: behind all others. */
      order: z.int().min(0).max(1_000_000).optional(),
      active: z.boolean(),
      matchers: AlertMatchers.nullable().default(null),
      ...settings,
    })
    .refine(hasItsOwn, ownSettings),
  output: z.object({ success: z.literal(true), step: StandingStep }),
})

export const deleteStandingStep = endpoint({
  method: 'POST',
  path: 'msoc/v1/alerts/standing-steps/delete',
  summary: 'Delete a step; one that every organisation has is as shipped again',
  access: 'MSOC',
  needs: 'alerts.work',
  input: z.object({ uuid: z.uuid(), revision: z.int32() }),
  output: z.object({ success: z.literal(true) }),
})

export const tryStandingStep = endpoint({
  method: 'POST',
  path: 'msoc/v1/alerts/standing-steps/try',
  summary:
    'What folding or risk with these settings would have raised of the alerts of the last day; nothing is changed',
  access: 'MSOC',
  needs: 'alerts.work',
  input: z
    .object({ kind: z.enum(['folding', 'risk']), matchers: AlertMatchers.nullable().default(null), ...settings })
    .refine(hasItsOwn, ownSettings),
  output: z.object({
    /** Number of alerts that were looked at: of vehicles, matching, the latest 10,000. */
    alerts: z.int(),
    /** Of folding: the alerts of the fleet, the latest first, at most 50. */
    folds: z.array(z.object({ rule: z.string(), title: z.string(), at: dateTime, vehicles: z.int(), alerts: z.int() })),
    /** Of risk: the vehicles that would have passed the threshold, the highest first, at most 50. */
    vehicles: z.array(z.object({ vin: z.string(), at: dateTime, score: z.number() })),
    /** How many there were of either. */
    total: z.int(),
  }),
})
