import { z } from 'zod'
import { endpoint } from '../../core/endpoint.ts'
import { dateTime, vehicleName } from '../../core/wire.ts'
import { oneLine } from './case-values.contract.ts'
import { caseLimits } from './cases.ts'

const eventTypes = ['can', 'ids', 'syslog', 'position', 'telemetry'] as const

/** What an entry of the story refers to. */
export const StoryReference = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('alert'), alert_uuid: z.uuid() }),
  /** An entry of the timeline. */
  z.object({ kind: z.literal('change'), seq: z.int() }),
  z.object({ kind: z.literal('evidence'), evidence_uuid: z.uuid() }),
  /** An event of a vehicle, at its time. */
  z.object({ kind: z.literal('event'), vehicle: vehicleName, type: z.enum(eventTypes) }),
  /** Only words. */
  z.object({ kind: z.literal('note') }),
])
export type StoryReference = z.infer<typeof StoryReference>

/** One step of the attack as the analyst arranged it. */
export const StoryEntry = z.object({
  uuid: z.uuid(),
  at: dateTime,
  title: z.string(),
  /** Markdown. */
  note: z.string(),
  /** The tactic that it shows: a word of ATT&CK or ATM, or empty. */
  tactic: z.string(),
  reference: StoryReference,
  order: z.int(),
  added_by: z.string(),
  revision: z.int(),
})
export type StoryEntry = z.infer<typeof StoryEntry>

export const saveStoryEntry = endpoint({
  method: 'POST',
  path: 'msoc/v1/cases/story/save',
  summary: "Add a step to a case's story, or change it; the reference of a step stays",
  access: 'MSOC',
  needs: 'cases.work',
  input: z.object({
    case_uuid: z.uuid(),
    uuid: z.uuid().optional(),
    revision: z.int32().optional(),
    at: dateTime,
    title: oneLine(300),
    note: z.string().trim().max(5_000).default(''),
    tactic: z.string().trim().max(100).default(''),
    reference: StoryReference.default({ kind: 'note' }),
  }),
  output: z.object({ success: z.literal(true), entry: StoryEntry }),
})

export const orderStory = endpoint({
  method: 'POST',
  path: 'msoc/v1/cases/story/order',
  summary: "Arrange a case's story; steps that are not named come last",
  access: 'MSOC',
  needs: 'cases.work',
  input: z.object({ case_uuid: z.uuid(), uuids: z.array(z.uuid()).min(1).max(caseLimits.story) }),
  output: z.object({ success: z.literal(true), story: z.array(StoryEntry) }),
})

export const deleteStoryEntry = endpoint({
  method: 'POST',
  path: 'msoc/v1/cases/story/delete',
  summary: "Remove a step from a case's story; what it refers to stays",
  access: 'MSOC',
  needs: 'cases.work',
  input: z.object({ case_uuid: z.uuid(), uuid: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
})
