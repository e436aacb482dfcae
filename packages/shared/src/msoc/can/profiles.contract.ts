import { z } from 'zod'
import { Job } from '../../account/jobs.contract.ts'
import { endpoint } from '../../core/endpoint.ts'
import { cursor, limit, dateTime, someTexts, vehicleName } from '../../core/wire.ts'
import { DbcName } from './dbc.contract.ts'
import { profileOrigins, profileStates, watchStates } from './profiles.ts'

export const ProfileRow = z.object({
  uuid: z.uuid(),
  model: z.string(),
  bus: z.string(),
  version: z.int(),
  state: z.enum(profileStates),
  origin: z.enum(profileOrigins),
  /** Counts of its content, for lists. */
  ids: z.int(),
  cyclic: z.int(),
  counters: z.int(),
  checksums: z.int(),
  signals: z.int(),
  exceptions: z.int(),
  frames: z.int(),
  seconds: z.number(),
  vehicles: z.int(),
  dbc: DbcName.nullable(),
  capture: z.object({ uuid: z.uuid(), name: z.string() }).nullable(),
  note: z.string(),
  created_by: z.string(),
  created_at: dateTime,
  activated_by: z.string().nullable(),
  activated_at: dateTime.nullable(),
  retired_at: dateTime.nullable(),
  revision: z.int(),
})
export type ProfileRow = z.infer<typeof ProfileRow>

const ProfileException = z.object({
  id: z.int().min(0).max(0x1fffffff).nullable(),
  ext: z.boolean(),
  detector: z.string().max(64),
})

const CorrelatedField = z.object({
  id: z.int(),
  ext: z.boolean(),
  name: z.string(),
  startBit: z.int(),
  length: z.int(),
  isIntel: z.boolean(),
  isSigned: z.boolean(),
})

/** See ./profile.ts for the description. */
export const CanProfileWire = z.object({
  shape: z.literal(1),
  learned: z.object({ frames: z.int(), seconds: z.number(), vehicles: z.int() }),
  load: z.object({ mean: z.number(), peak: z.number() }),
  ids: z.array(
    z.object({
      id: z.int(),
      ext: z.boolean(),
      name: z.string().nullable(),
      frames: z.int(),
      lengths: z.array(z.int()),
      cycle: z
        .object({
          ms: z.number(),
          jitterMs: z.number(),
          minMs: z.number(),
          maxMs: z.number(),
          /** Absent in profiles older than this feature, and where the sender left its beat. */
          steadySeconds: z.number().optional(),
        })
        .nullable(),
      peak: z.int(),
      repeats: z.int(),
      bytes: z.array(
        z.object({
          constantMask: z.int(),
          constantValue: z.int(),
          min: z.int(),
          max: z.int(),
          values: z.array(z.int()).nullable(),
        }),
      ),
      counters: z.array(z.object({ startBit: z.int(), length: z.int(), isIntel: z.boolean(), step: z.int() })),
      checksums: z.array(z.object({ byte: z.int(), kind: z.string(), seed: z.int() })),
      signals: z.array(
        z.object({
          name: z.string(),
          startBit: z.int(),
          length: z.int(),
          isIntel: z.boolean(),
          isSigned: z.boolean(),
          min: z.number(),
          max: z.number(),
          maxStep: z.number().nullable(),
          repeats: z.int(),
          /** Absent in profiles older than this feature. */
          moves: z.int().optional(),
          frames: z.int().optional(),
        }),
      ),
    }),
  ),
  exceptions: z.array(ProfileException),
  /** Absent in profiles older than this feature. */
  correlations: z
    .array(
      z.object({
        x: CorrelatedField,
        y: CorrelatedField,
        gain: z.number(),
        offset: z.number(),
        lagMs: z.number().min(0).max(1_000).optional(),
        spread: z.number(),
        min: z.number(),
        max: z.number(),
        samples: z.int(),
      }),
    )
    .optional(),
})

export const listProfiles = endpoint({
  method: 'GET',
  path: 'msoc/v1/can/profiles',
  summary: "Profiles of vehicle models' buses, the latest first",
  access: 'MSOC',
  input: z.object({
    model: z.string().max(100).optional(),
    bus: z.string().max(32).optional(),
    state: z.enum(profileStates).optional(),
    q: z.string().trim().max(200).optional(),
    cursor: cursor.optional(),
    limit: limit(200, 50),
  }),
  output: z.object({ profiles: z.array(ProfileRow), next_cursor: z.string().nullable(), total: z.int() }),
})

export const getCanProfile = endpoint({
  method: 'GET',
  path: 'msoc/v1/can/profiles/get',
  summary: 'One profile in full',
  access: 'MSOC',
  input: z.object({ uuid: z.uuid() }),
  output: z.object({ row: ProfileRow, profile: CanProfileWire }),
})

const target = {
  model: z.string().trim().max(100),
  bus: z.string().trim().min(1).max(32),
  note: z.string().trim().max(500).default(''),
}

export const learnProfile = endpoint({
  method: 'POST',
  path: 'msoc/v1/can/profiles/learn',
  summary: 'Learn a profile from a capture or from what vehicles recorded; done as a job, which leaves a draft',
  access: 'MSOC',
  needs: 'can.manage',
  input: z
    .object({
      ...target,
      capture_uuid: z.uuid().optional(),
      /** The vehicles of the model to learn from; absent: the twenty most recently seen. */
      vehicles: z.array(vehicleName).min(1).max(20).optional(),
      from: dateTime.optional(),
      to: dateTime.optional(),
      /** Gives names to messages and limits to signals. */
      dbc_version_uuid: z.uuid().optional(),
    })
    .refine(
      ({ capture_uuid: capture, from, to }) => (capture === undefined) === (from !== undefined && to !== undefined),
      'Name a capture, or a time from and to.',
    ),
  output: z.object({ success: z.literal(true), job: Job }),
})

export const deriveProfile = endpoint({
  method: 'POST',
  path: 'msoc/v1/can/profiles/derive',
  summary: 'Derive a draft profile from a CAN database alone',
  access: 'MSOC',
  needs: 'can.manage',
  input: z.object({ ...target, dbc_version_uuid: z.uuid() }),
  output: z.object({ success: z.literal(true), row: ProfileRow }),
})

export const saveCanProfile = endpoint({
  method: 'POST',
  path: 'msoc/v1/can/profiles/save',
  summary:
    'Save a note or the exceptions of a profile; for an active profile this requires the permission to ' +
    'activate it',
  access: 'MSOC',
  needs: 'can.manage',
  input: z.object({
    uuid: z.uuid(),
    revision: z.int(),
    note: z.string().trim().max(500).optional(),
    exceptions: z.array(ProfileException).max(500).optional(),
  }),
  output: z.object({ success: z.literal(true), row: ProfileRow }),
})

export const activateProfile = endpoint({
  method: 'POST',
  path: 'msoc/v1/can/profiles/activate',
  summary: 'Activate this profile for detection; the active one of its model and bus is retired',
  access: 'MSOC',
  needs: 'profiles.activate',
  input: z.object({ uuid: z.uuid(), revision: z.int() }),
  output: z.object({ success: z.literal(true), row: ProfileRow }),
})

export const retireProfile = endpoint({
  method: 'POST',
  path: 'msoc/v1/can/profiles/retire',
  summary: 'Stop detecting by this profile: each vehicle uses its self-learned model again',
  access: 'MSOC',
  needs: 'profiles.activate',
  input: z.object({ uuid: z.uuid(), revision: z.int() }),
  output: z.object({ success: z.literal(true), row: ProfileRow }),
})

export const deleteProfile = endpoint({
  method: 'POST',
  path: 'msoc/v1/can/profiles/delete',
  summary: 'Delete a draft',
  access: 'MSOC',
  needs: 'can.manage',
  input: z.object({ uuid: z.uuid(), revision: z.int() }),
  output: z.object({ success: z.literal(true) }),
})

export const diffProfiles = endpoint({
  method: 'GET',
  path: 'msoc/v1/can/profiles/diff',
  summary: 'What differs between two profiles',
  access: 'MSOC',
  input: z.object({ before: z.uuid(), after: z.uuid() }),
  output: z.object({
    changes: z.array(
      z.object({
        kind: z.enum(['added', 'removed', 'changed']),
        id: z.int().nullable(),
        ext: z.boolean(),
        name: z.string().nullable(),
        fields: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
      }),
    ),
  }),
})

export const BusWatch = z.object({
  bus: z.string(),
  state: z.enum(watchStates),
  /** While learning: seconds of traffic learned so far, and seconds needed. */
  learned_seconds: z.number(),
  needed_seconds: z.number(),
  frames: z.int(),
  ids: z.int(),
  profile: z
    .object({ uuid: z.uuid(), version: z.int(), model: z.string(), activated_at: dateTime.nullable() })
    .nullable(),
  dbc: DbcName.nullable(),
})
export type BusWatch = z.infer<typeof BusWatch>

export const getCanStatus = endpoint({
  method: 'GET',
  path: 'msoc/v1/can/status',
  summary: "How a vehicle's buses are watched: being learned, by its own past, or by a profile of its model",
  access: 'MSOC',
  input: z.object({ vehicle: vehicleName }),
  output: z.object({ buses: z.array(BusWatch) }),
})

export const relearnBuses = endpoint({
  method: 'POST',
  path: 'msoc/v1/can/relearn',
  summary:
    "Delete the self-learned models of a vehicle's buses and learn them again: after a change of a control unit or " +
    'its software',
  access: 'MSOC',
  needs: 'profiles.activate',
  input: z.object({ vehicle: vehicleName }),
  output: z.object({ success: z.literal(true) }),
})

/** For plots of learned values next to measured ones: the active profile of each bus of a vehicle or model. */
export const profilesFor = endpoint({
  method: 'GET',
  path: 'msoc/v1/can/profiles/for',
  summary: "The full profiles that watch a vehicle's buses: of its vehicle model, or self-learned",
  access: 'MSOC',
  input: z.object({ vehicle: vehicleName, buses: someTexts(16, 32).optional() }),
  output: z.object({
    buses: z.array(z.object({ bus: z.string(), row: ProfileRow.nullable(), profile: CanProfileWire })),
  }),
})
