import { z } from 'zod'
import { Job } from '../account/jobs.contract.ts'
import { endpoint } from '../core/endpoint.ts'
import { cursor, dateTime, limit, queryBoolean, vehicleName } from '../core/wire.ts'
import { unitStates } from './configuration.ts'

const access = 'LIFECYCLE_SBOM'
const needs = 'configurations.manage'
const ok = z.object({ success: z.literal(true) })
const line = (most: number) => z.string().trim().max(most)

export const getConfigurationOverview = endpoint({
  method: 'GET',
  path: 'v2/app/component-configuration/overview',
  summary: 'How many vehicles have a variant, declared and reported software, and where both differ',
  access,
  input: z.object({}),
  output: ok.extend({
    variants: z.int(),
    approved_variants: z.int(),
    proposed: z.int(),
    parts: z.int(),
    vehicles: z.int(),
    vehicles_with_variant: z.int(),
    vehicles_declared: z.int(),
    vehicles_reported: z.int(),
    /** Vehicles with at least one control unit that runs something else than what is declared. */
    vehicles_different: z.int(),
    /** The differences that most vehicles have, at most 20. */
    differences: z.array(z.object({ ecu: z.string(), declared: z.string(), reported: z.string(), vehicles: z.int() })),
  }),
})

/** A version of software in the field. */
export const CarriedRelease = z.object({
  ecu: z.string(),
  software: z.string(),
  version: z.string(),
  vehicles: z.int(),
  /** The release that it is; null: no software is reported by this name, or it has no such version. */
  release_uuid: z.uuid().nullable(),
  release_name: z.string().nullable(),
})
export type CarriedRelease = z.infer<typeof CarriedRelease>

export const listCarriedReleases = endpoint({
  method: 'GET',
  path: 'v2/app/component-configuration/carried-releases',
  summary:
    'Versions of software that vehicles report, with the number of vehicles; the most frequent first, at most 500',
  access,
  input: z.object({
    /** Part of a software's name or part number. */
    q: line(200).optional(),
    ecu: line(64).optional(),
  }),
  output: ok.extend({ releases: z.array(CarriedRelease) }),
})

const vehicleFilter = {
  /** The beginning of a VIN. */
  q: line(64).optional(),
  model: line(64).optional(),
  variant_uuid: z.uuid().optional(),
  ecu: line(64).optional(),
  /** As it is reported, in any case. */
  software: line(200).optional(),
  version: line(100).optional(),
  /** Only vehicles that run something else than what is declared. */
  different: queryBoolean.optional(),
}

export const CarryingVehicle = z.object({
  uuid: z.uuid(),
  vin: z.string(),
  name: z.string(),
  model: z.string(),
  variant: z.object({ uuid: z.uuid(), name: z.string() }).nullable(),
  declared: z.int(),
  reported: z.int(),
  different: z.int(),
  /** The newest report of a control unit. */
  last_reported: dateTime.nullable(),
})
export type CarryingVehicle = z.infer<typeof CarryingVehicle>

export const listCarryingVehicles = endpoint({
  method: 'GET',
  path: 'v2/app/component-configuration/vehicles',
  summary: 'Vehicles by VIN with their variant and the numbers of their control units, page by page',
  access,
  input: z.object({ ...vehicleFilter, cursor: cursor.optional(), limit: limit(500, 100) }),
  output: ok.extend({
    vehicles: z.array(CarryingVehicle),
    /** With the first page only. */
    total: z.int().nullable(),
    next_cursor: z.string().nullable(),
  }),
})

const Side = z.object({ software: z.string(), version: z.string(), hardware_part: z.string(), rxswin: z.string() })
const Dated = Side.extend({ since: dateTime, last_seen: dateTime })

/** A control unit of a vehicle: as designed by its variant, as declared, as reported. */
export const VehicleUnit = z.object({
  ecu: z.string(),
  designed: Side.nullable(),
  declared: Dated.nullable(),
  reported: Dated.nullable(),
  state: z.enum(unitStates),
  /** The release that is reported, if the organisation knows it. */
  release_uuid: z.uuid().nullable(),
})
export type VehicleUnit = z.infer<typeof VehicleUnit>

export const VehicleConfiguration = z.object({
  vehicle: z.object({ uuid: z.uuid(), vin: z.string(), name: z.string(), model: z.string() }),
  variant: z.object({ uuid: z.uuid(), name: z.string() }).nullable(),
  units: z.array(VehicleUnit),
})
export type VehicleConfiguration = z.infer<typeof VehicleConfiguration>

export const getVehicleConfiguration = endpoint({
  method: 'GET',
  path: 'v2/app/component-configuration/vehicle',
  summary: "A vehicle's control units as designed, declared and reported",
  access: ['LIFECYCLE_SBOM', 'MSOC'],
  input: z.object({ vehicle: vehicleName }),
  output: ok.extend({ configuration: VehicleConfiguration }),
})

export const assignVariant = endpoint({
  method: 'POST',
  path: 'v2/app/component-configuration/assign-variant',
  summary:
    "State which variant vehicles are built as; what is declared follows the variant's approved combination. " +
    'If all of them are built as it already, it is declared again',
  access,
  needs,
  bodyLimit: 2 * 1024 * 1024,
  input: z
    .object({
      /** Null: the vehicles have no variant any more. */
      variant_uuid: z.uuid().nullable(),
      vins: z.array(line(64).min(1)).max(20_000).optional(),
      model: line(64).min(1).optional(),
      /** A VIN in which * stands for any characters and ? for one. */
      vin_pattern: line(64).min(1).optional(),
      /** Only counts. */
      dry_run: z.boolean().default(false),
    })
    .refine(
      ({ vins, model, vin_pattern: pattern }) => [vins, model, pattern].filter((one) => one !== undefined).length === 1,
      'Give VINs, a model or a pattern of VINs.',
    ),
  output: ok.extend({
    /** How many vehicles are meant, and how many of them have another variant or none. */
    vehicles: z.int(),
    changed: z.int(),
    /** VINs that no vehicle has, at most 100. */
    unknown: z.array(z.string()),
    job: Job.nullable(),
  }),
})

export const importVehicleSoftware = endpoint({
  method: 'POST',
  path: 'v2/app/component-configuration/import-software',
  summary: 'Declare the software of vehicles from CSV or XLSX: first dry, then for good as a job',
  access,
  needs,
  takes: 'application/octet-stream',
  bodyLimit: 64 * 1024 * 1024,
  input: z.object({ form: z.enum(['csv', 'xlsx']), dry_run: z.stringbool().default(true) }),
  output: ok.extend({
    rows: z.int(),
    made: z.int(),
    changed: z.int(),
    same: z.int(),
    refused: z.array(z.object({ row: z.int(), reason: z.string() })),
    refused_total: z.int(),
    job: Job.nullable(),
  }),
})

export const exportVehicleSoftware = endpoint({
  method: 'GET',
  path: 'v2/app/component-configuration/export-software',
  summary: 'The software of vehicles as CSV, declared or reported',
  access,
  input: z.object({ basis: z.enum(['declared', 'reported']) }),
  output: z.string(),
  produces: 'text/csv',
})
