import { z } from 'zod'
import { dateTime } from '../../core/wire.ts'
import { severities } from '../severity.ts'
import { caseLimits, caseStages, statusColours } from './cases.ts'

export const Person = z.object({ uuid: z.uuid(), name: z.string() })
export type Person = z.infer<typeof Person>

/** A name on one line. */
export const oneLine = (longest: number) => z.string().trim().min(1).max(longest)
export const Tags = z.array(oneLine(64)).max(caseLimits.tags)

/**
 * Values of the organisation's own fields, by the field's uuid. A date is `2026-11-30`, a choice one of its options.
 */
export const FieldValues = z
  .record(z.uuid(), z.union([z.string().trim().max(2_000), z.number(), z.null()]))
  .refine((values) => Object.keys(values).length <= caseLimits.fields, 'Too many fields.')
export type FieldValues = z.infer<typeof FieldValues>

/** Minutes within which a case of a severity must be acknowledged and resolved; null: no limit. */
export const SlaMinutes = z.object({
  acknowledge: z.int().min(1).max(525_600).nullable(),
  resolve: z.int().min(1).max(525_600).nullable(),
})
/** By severity; one that is absent has no limits. */
export const Sla = z.partialRecord(z.enum(severities), SlaMinutes)
export type Sla = z.infer<typeof Sla>

/** A status of the organisation under one of the three stages. */
export const StatusBadge = z.object({
  uuid: z.uuid(),
  name: z.string(),
  stage: z.enum(caseStages),
  colour: z.enum(statusColours),
})
export type StatusBadge = z.infer<typeof StatusBadge>

/** The clocks of a case (rules CASE-20 to CASE-24). Durations in milliseconds; null: not yet, or not known. */
export const Timers = z.object({
  /** From the first sight of its first alert until the case was opened: time to detect. */
  ttd_ms: z.number().nullable(),
  /** From opening until somebody took it up: time to acknowledge. While it is null, the clock runs. */
  tta_ms: z.number().nullable(),
  /** From opening until closing, without pauses: time to resolve. */
  ttr_ms: z.number().nullable(),
  /** How long it is open, or was, without pauses. */
  worked_ms: z.number(),
  paused_ms: z.number(),
  paused_since: dateTime.nullable(),
  acknowledged_at: dateTime.nullable(),
  acknowledge_due_at: dateTime.nullable(),
  resolve_due_at: dateTime.nullable(),
  /** Against the limits of its template: none set, running, in the last quarter of the time, missed, kept, paused. */
  sla: z.enum(['none', 'running', 'at-risk', 'missed', 'kept', 'paused']),
})
export type Timers = z.infer<typeof Timers>

export const ChecklistItem = z.object({ text: oneLine(500), done: z.boolean() })
