import { z } from 'zod'
import { endpoint } from '../../core/endpoint.ts'
import { dateTime, vehicleName } from '../../core/wire.ts'

/** Maximum length of a DBC file in the library, in characters. */
export const DBC_TEXT_LIMIT = 4 * 1024 * 1024

/** A problem in a DBC file: its position and the reason. */
export const DbcFault = z.object({ line: z.int(), column: z.int(), reason: z.string() })

export const DbcVersion = z.object({
  uuid: z.uuid(),
  dbc_uuid: z.uuid(),
  /** Its name in the library. */
  name: z.string(),
  version: z.int(),
  file_name: z.string(),
  /** SHA-256 of the file, hexadecimal. */
  sha256: z.string(),
  note: z.string(),
  messages: z.int(),
  signals: z.int(),
  /** Number of problems that the parser found in it. */
  warning_count: z.int(),
  uploaded_by: z.string(),
  created_at: dateTime,
})
export type DbcVersion = z.infer<typeof DbcVersion>

/** An empty model or bus matches every model or bus. */
export const DbcAssignment = z.object({
  uuid: z.uuid(),
  model: z.string(),
  bus: z.string(),
  version_uuid: z.uuid(),
  version: z.int(),
  assigned_by: z.string(),
  created_at: dateTime,
})
export type DbcAssignment = z.infer<typeof DbcAssignment>

export const DbcFile = z.object({
  uuid: z.uuid(),
  name: z.string(),
  description: z.string(),
  revision: z.int(),
  created_at: dateTime,
  /** The latest first. */
  versions: z.array(DbcVersion),
  assignments: z.array(DbcAssignment),
})
export type DbcFile = z.infer<typeof DbcFile>

export const listDbcs = endpoint({
  method: 'GET',
  path: 'msoc/v1/can/dbcs',
  summary: 'The library of CAN databases, with their versions and what they are assigned to',
  access: 'MSOC',
  input: z.object({}),
  output: z.object({
    dbcs: z.array(DbcFile),
    /** Known vehicle models and buses that a database can be assigned to. */
    models: z.array(z.string()),
    buses: z.array(z.string()),
  }),
})

export const getDbcVersion = endpoint({
  method: 'GET',
  path: 'msoc/v1/can/dbcs/version',
  summary: 'One version of a CAN database, with its text and the problems found in it',
  access: 'MSOC',
  input: z.object({ uuid: z.uuid() }),
  output: z.object({ version: DbcVersion, warnings: z.array(DbcFault), text: z.string() }),
})

export const uploadDbc = endpoint({
  method: 'POST',
  path: 'msoc/v1/can/dbcs/upload',
  summary:
    'Add a CAN database to the library, or a version to an existing one; a file that does not parse is refused with ' +
    'line and column',
  access: 'MSOC',
  needs: 'can.manage',
  // a text is somewhat longer as JSON
  bodyLimit: 5 * 1024 * 1024,
  file: 'text',
  input: z.object({
    /** Absent: create a new database under `name`. */
    dbc_uuid: z.uuid().optional(),
    name: z.string().trim().min(1).max(100).optional(),
    file_name: z.string().trim().min(1).max(200),
    note: z.string().trim().max(500).default(''),
    text: z.string().min(1).max(DBC_TEXT_LIMIT),
  }),
  output: z.object({ success: z.literal(true), version: DbcVersion }),
})

export const saveDbc = endpoint({
  method: 'POST',
  path: 'msoc/v1/can/dbcs/save',
  summary: 'Rename or describe a CAN database',
  access: 'MSOC',
  needs: 'can.manage',
  input: z.object({
    uuid: z.uuid(),
    revision: z.int(),
    name: z.string().trim().min(1).max(100),
    description: z.string().trim().max(1_000),
  }),
  output: z.object({ success: z.literal(true), dbc: DbcFile }),
})

export const deleteDbc = endpoint({
  method: 'POST',
  path: 'msoc/v1/can/dbcs/delete',
  summary: 'Delete a CAN database with its versions; refused while one is assigned, or a profile or an alert uses it',
  access: 'MSOC',
  needs: 'can.manage',
  input: z.object({ uuid: z.uuid(), revision: z.int() }),
  output: z.object({ success: z.literal(true) }),
})

export const assignDbc = endpoint({
  method: 'POST',
  path: 'msoc/v1/can/dbcs/assign',
  summary: 'Say which version reads a bus of a vehicle model, or (null) that none does',
  access: 'MSOC',
  needs: 'can.manage',
  input: z.object({
    model: z.string().trim().max(100),
    bus: z.string().trim().max(32),
    version_uuid: z.uuid().nullable(),
  }),
  output: z.object({ success: z.literal(true), assignments: z.array(DbcAssignment) }),
})

/** One difference between two versions: in the database, in a message (`message` alone), or in one of its signals. */
export const DbcChange = z.object({
  kind: z.enum(['added', 'removed', 'changed']),
  message: z.string().nullable(),
  /** Id of the message; null where the database itself changed. */
  id: z.int().nullable(),
  ext: z.boolean(),
  signal: z.string().nullable(),
  /** The differing fields: `cycle time`, `bits`, `factor` … Empty where something was added or removed. */
  fields: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
})
export type DbcChange = z.infer<typeof DbcChange>

export const diffDbcs = endpoint({
  method: 'GET',
  path: 'msoc/v1/can/dbcs/diff',
  summary: 'What differs between two versions of CAN databases',
  access: 'MSOC',
  input: z.object({ before: z.uuid(), after: z.uuid() }),
  output: z.object({ before: DbcVersion, after: DbcVersion, changes: z.array(DbcChange), total: z.int() }),
})

/** Identifies a version, without its text. */
export const DbcName = z.object({ version_uuid: z.uuid(), name: z.string(), version: z.int(), file_name: z.string() })

export const dbcsFor = endpoint({
  method: 'GET',
  path: 'msoc/v1/can/dbcs/for',
  summary: 'Which versions read the buses of a vehicle, or of a vehicle model',
  access: 'MSOC',
  input: z.object({ vehicle: vehicleName.optional(), model: z.string().max(100).optional() }),
  /** `bus` is empty for the database that decodes every other bus. */
  output: z.object({ buses: z.array(z.object({ bus: z.string(), dbc: DbcName })) }),
})
