import { z } from 'zod'
import { engineeringLicences } from '../../artefact-kinds.ts'
import { endpoint } from '../../core/endpoint.ts'
import { dateTime } from '../../core/wire.ts'

const ok = z.object({ success: z.literal(true) })
const Baseline = z.object({
  uuid: z.uuid(),
  name: z.string(),
  note: z.string(),
  seq: z.int(),
  created_at: dateTime,
  created_by: z.object({ uuid: z.uuid(), name: z.string() }).nullable(),
})

export const getBaselines = endpoint({
  method: 'GET',
  path: 'v2/app/get-baselines',
  summary: 'The baselines of a program, the latest first',
  access: engineeringLicences,
  input: z.object({ program_uuid: z.uuid() }),
  output: ok.extend({ baselines: z.array(Baseline), seq: z.int() }),
})

export const saveBaseline = endpoint({
  method: 'POST',
  path: 'v2/app/save-baseline',
  summary: 'Give the program as it is now a name',
  access: engineeringLicences,
  needs: 'programs.manage',
  input: z.object({
    program_uuid: z.uuid(),
    name: z.string().trim().min(1).max(120),
    note: z.string().trim().max(2_000).default(''),
  }),
  output: ok.extend({ baseline: Baseline }),
})

export const deleteBaseline = endpoint({
  method: 'POST',
  path: 'v2/app/delete-baseline',
  summary: "Take a baseline's name away; what was then stays in the history",
  access: engineeringLicences,
  needs: 'programs.manage',
  input: z.object({ uuid: z.uuid() }),
  output: ok,
})

export const RisksWire = z.object({
  initial: z.int().nullable(),
  today: z.int().nullable(),
  target: z.int().nullable(),
  cal: z.int().nullable(),
})

const Side = z.object({ title: z.string(), status: z.string(), fields: z.record(z.string(), z.unknown()) }).nullable()

export const getDifference = endpoint({
  method: 'GET',
  path: 'v2/app/get-difference',
  summary: 'What changed of a program between two baselines, or between one and now',
  access: engineeringLicences,
  input: z.object({
    program_uuid: z.uuid(),
    from_uuid: z.uuid(),
    to_uuid: z.uuid().optional(),
    after: z.string().max(100).optional(),
    limit: z.coerce.number().int().min(1).max(500).default(200),
  }),
  output: ok.extend({
    counts: z.object({
      made: z.int(),
      changed: z.int(),
      removed: z.int(),
      linked: z.int(),
      unlinked: z.int(),
      risks: z.int(),
    }),
    artefacts: z.array(
      z.object({
        uuid: z.uuid(),
        kind: z.string(),
        code: z.string(),
        action: z.enum(['made', 'changed', 'removed']),
        before: Side,
        after: Side,
      }),
    ),
    /** The first links only, up to a limit. */
    links: z.array(
      z.object({ kind: z.string(), from: z.string(), to: z.string(), action: z.enum(['linked', 'unlinked']) }),
    ),
    /**
     * Threat scenarios whose risk or CAL differs, the first ones by number, up to a limit; null: there was none yet.
     * The methods are those that rated them.
     */
    risks: z.array(
      z.object({
        uuid: z.uuid(),
        code: z.string(),
        title: z.string(),
        before: RisksWire.nullable(),
        after: RisksWire,
        method_before: z.string().nullable(),
        method_after: z.string(),
      }),
    ),
    next: z.string().nullable(),
  }),
})
