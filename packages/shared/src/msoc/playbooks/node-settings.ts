import { z } from 'zod'
import { resolutions } from '../alerts/alerts.ts'
import { AlertMatchers } from '../alerts/pipeline/alert-matchers.ts'
import { caseStages } from '../cases/cases.ts'
import { severities } from '../severity.ts'
import { vehicleActionKinds } from '../vehicle-actions/vehicle-actions.ts'
import { bounds, Conditions, InputField } from './playbook.ts'

/** A text in which `{{ … }}` is replaced by a value of the run. */
export const template = (most: number) => z.string().max(most)
const needed = (most: number) => z.string().trim().min(1, 'Fill this in.').max(most)

const name = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'Use small letters, digits and underscores.')

/** Who may approve or answer: a role, or these members. */
export const People = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('role'), role: z.enum(['ADMIN', 'ANALYST']) }),
  z.object({ kind: z.literal('members'), uuids: z.array(z.uuid()).min(1).max(50) }),
])
export type People = z.infer<typeof People>

/** From when somebody who waits for people gives up, minutes. */
const expiry = z
  .int()
  .min(1)
  .max(30 * 24 * 60)

/** The settings of each type of node. */
export const nodeSettings = {
  condition: z.object({ conditions: Conditions }),
  switch: z.object({
    /** A template; its text is compared with the cases. */
    value: needed(500),
    /** Each has a port of its own; what equals none leaves through `default`. */
    cases: z
      .array(z.object({ port: name.refine((port) => port !== 'default', 'Use another name.'), equals: template(200) }))
      .min(1)
      .max(30),
  }),
  set: z.object({
    variables: z
      .array(z.object({ name, value: template(10_000) }))
      .min(1)
      .max(30),
  }),
  for_each: z.object({
    /** A path to a list. */
    items: needed(300),
    at_most: z.int().min(1).max(bounds.items).default(bounds.items),
  }),
  delay: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('for'), minutes: z.number().min(0.1).max(43_200) }),
    /** A template whose text is a time in RFC 3339; a time that has passed is not waited for. */
    z.object({ kind: z.literal('until'), time: needed(200) }),
  ]),
  sub_playbook: z.object({
    playbook_uuid: z.uuid('Choose a playbook.'),
    /** A template for each input of the called playbook. */
    inputs: z.record(name, template(10_000)).default({}),
  }),
  form: z.object({
    question: needed(2_000),
    fields: z.array(InputField).min(1).max(30),
    people: People,
    expires_after_minutes: expiry,
  }),
  approval: z.object({
    question: needed(2_000),
    people: People,
    /** How many different people must approve; one rejection rejects. */
    approvals: z.union([z.literal(1), z.literal(2)]),
    expires_after_minutes: expiry,
  }),
  end: z.object({}),

  assign_alert: z.object({ alert: needed(300), owner: z.uuid('Choose a member.').nullable() }),
  tag_alert: z.object({ alert: needed(300), tags: z.array(needed(40)).min(1).max(10) }),
  acknowledge_alert: z.object({ alert: needed(300) }),
  set_alert_status: z.object({ alert: needed(300), status: z.enum(['IN_PROGRESS', 'PENDING']) }),
  close_alert: z.object({ alert: needed(300), resolution: z.enum(resolutions) }),
  find_alerts: z.object({
    matchers: AlertMatchers.nullable().default(null),
    /** A template with a VIN; empty: of all vehicles. */
    vin: template(200).default(''),
    /** Only alerts that are not closed. */
    open: z.boolean().default(true),
    /** Raised within this time, hours. */
    hours: z.int().min(1).max(720),
    at_most: z.int().min(1).max(200).default(50),
  }),
  silence_alerts: z.object({
    kind: z.enum(['silence', 'maintenance']),
    /** A template with a VIN; empty: of all vehicles, for a silence only. */
    vin: template(200),
    /** A template with the name of a rule; for a silence only. */
    rule: template(200).default(''),
    hours: z
      .int()
      .min(1)
      .max(24 * 90),
    reason: needed(500),
  }),

  create_case: z.object({
    title: needed(500),
    /** A path to the uuid of the alert that the case is opened for. */
    alert: needed(300),
  }),
  link_alert: z.object({ alert: needed(300), case: needed(300) }),
  comment_case: z.object({ case: needed(300), text: needed(10_000) }),
  update_case: z.object({
    case: needed(300),
    stage: z.enum(caseStages).optional(),
    severity: z.enum(severities).optional(),
    owner: z.uuid().optional(),
    /** With stage CLOSED: also closes its open alerts with this resolution. */
    close_alerts: z.enum(resolutions).optional(),
  }),
  add_task: z.object({ case: needed(300), title: needed(200), description: template(4_000).default('') }),

  notify: z.object({
    title: needed(200),
    text: template(2_000).default(''),
    urgency: z.enum(['critical', 'high', 'normal', 'low']),
    people: People,
  }),
  http_request: z.object({
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    url: needed(2_000),
    headers: z.record(z.string().min(1).max(100), template(2_000)).default({}),
    body: template(20_000).default(''),
    timeout_seconds: z.int().min(1).max(60).default(15),
    /** The server does a request with the same Idempotency-Key once only, so that it may be sent again. */
    repeatable: z.boolean().default(false),
    /** Any other status fails the step. */
    expects: z.array(z.int().min(100).max(599)).max(20).default([]),
  }),
  run_analyzer: z.object({ analyzer: needed(100), kind: needed(40), value: needed(500) }),
  add_observable: z.object({ case: template(300).default(''), kind: needed(40), value: needed(500) }),

  vehicle_facts: z.object({ vin: needed(300) }),
  set_rule_state: z.object({ rule: needed(300), state: z.enum(['enabled', 'disabled']) }),
  set_profile_state: z.object({ profile: needed(300), state: z.enum(['active', 'retired']) }),
  vehicle_action: z.object({
    vin: needed(300),
    action: z.enum(vehicleActionKinds),
    parameters: z.record(name, template(500)).default({}),
    /** How long the vehicle has to fetch and confirm it. */
    expires_after_minutes: expiry,
  }),
} as const satisfies Record<string, z.ZodType>

export type NodeType = keyof typeof nodeSettings
export type SettingsOf<T extends NodeType> = z.output<(typeof nodeSettings)[T]>

/** Settings as stored, after the check at save. @throws {ZodError} for any others */
export function settingsOf<T extends NodeType>(type: T, settings: unknown): SettingsOf<T> {
  return nodeSettings[type].parse(settings) as SettingsOf<T>
}

export function isNodeType(type: string): type is NodeType {
  return Object.hasOwn(nodeSettings, type)
}
