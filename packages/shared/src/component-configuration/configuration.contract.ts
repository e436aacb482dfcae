import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { cursor, dateTime, limit } from '../core/wire.ts'
import { combinationStates, compatibilityKinds, limits } from './configuration.ts'

const access = 'LIFECYCLE_SBOM'
const needs = 'configurations.manage'
const ok = z.object({ success: z.literal(true) })
const line = (most: number) => z.string().trim().max(most)
const ecu = line(64).min(1)
const day = z.iso.date().nullable()
const revision = z.int32()

export const HardwarePart = z.object({
  uuid: z.uuid(),
  part_number: z.string(),
  name: z.string(),
  ecu: z.string(),
  supplier: z.string(),
  has_hsm: z.boolean(),
  /** How many variants use it. */
  variants: z.int(),
  updated_at: dateTime,
  revision,
})
export type HardwarePart = z.infer<typeof HardwarePart>

export const listHardwareParts = endpoint({
  method: 'GET',
  path: 'v2/app/component-configuration/parts',
  summary: 'Hardware parts of control units, by part number, page by page',
  access,
  input: z.object({
    /** Part of a part number, name, control unit or supplier. */
    q: line(100).optional(),
    ecu: line(64).optional(),
    cursor: cursor.optional(),
    limit: limit(500, 100),
  }),
  output: ok.extend({ parts: z.array(HardwarePart), total: z.int(), next_cursor: z.string().nullable() }),
})

export const saveHardwarePart = endpoint({
  method: 'POST',
  path: 'v2/app/component-configuration/save-part',
  summary: 'Add a hardware part, or change one',
  access,
  needs,
  input: z.object({
    uuid: z.uuid().optional(),
    revision: revision.optional(),
    part_number: line(100).min(1),
    name: line(200).default(''),
    ecu,
    supplier: line(200).default(''),
    has_hsm: z.boolean().default(false),
  }),
  output: ok.extend({ uuid: z.uuid() }),
})

export const deleteHardwarePart = endpoint({
  method: 'POST',
  path: 'v2/app/component-configuration/delete-part',
  summary: 'Remove a hardware part that no variant uses',
  access,
  needs,
  input: z.object({ uuid: z.uuid(), revision }),
  output: ok,
})

/** A release of software that a control unit may run. */
export const ReleaseChoice = z.object({
  uuid: z.uuid(),
  software_uuid: z.uuid(),
  software: z.string(),
  ecu: z.string(),
  reported_as: z.string(),
  version: z.string(),
  state: z.string(),
  rxswin: z.string(),
})
export type ReleaseChoice = z.infer<typeof ReleaseChoice>

export const listReleaseChoices = endpoint({
  method: 'GET',
  path: 'v2/app/component-configuration/release-choices',
  summary: 'Releases of software to choose from, the newest first',
  access,
  input: z.object({ q: line(100).optional(), ecu: line(64).optional(), limit: limit(200, 50) }),
  output: ok.extend({ releases: z.array(ReleaseChoice) }),
})

const UnitInput = z.object({
  ecu,
  part_uuid: z.uuid().nullable().default(null),
  release_uuid: z.uuid().nullable().default(null),
  calibration: line(200).default(''),
  features: z.array(line(100).min(1)).max(limits.features).default([]),
})

export const VariantUnit = z.object({
  ecu: z.string(),
  part: z.object({ uuid: z.uuid(), part_number: z.string(), has_hsm: z.boolean() }).nullable(),
  release: ReleaseChoice.nullable(),
  calibration: z.string(),
  features: z.array(z.string()),
})
export type VariantUnit = z.infer<typeof VariantUnit>

const CombinationUnit = z.object({
  ecu: z.string(),
  part_uuid: z.uuid().nullable(),
  part_number: z.string(),
  release_uuid: z.uuid().nullable(),
  software: z.string(),
  version: z.string(),
  rxswin: z.string(),
  calibration: z.string(),
  features: z.array(z.string()),
})

export const Combination = z.object({
  uuid: z.uuid(),
  number: z.int(),
  state: z.enum(combinationStates),
  units: z.array(CombinationUnit),
  rxswins: z.array(z.string()),
  note: z.string(),
  proposed_by: z.object({ uuid: z.uuid(), name: z.string() }),
  proposed_at: dateTime,
  decided_by: z.string().nullable(),
  decided_at: dateTime.nullable(),
  decision_note: z.string(),
  withdrawn_by: z.string().nullable(),
  withdrawn_at: dateTime.nullable(),
})
export type Combination = z.infer<typeof Combination>

const variantFields = { name: z.string(), model: z.string(), market: z.string(), built_from: day, built_to: day }

export const VariantLine = z.object({
  uuid: z.uuid(),
  ...variantFields,
  units: z.int(),
  vehicles: z.int(),
  /** The number of the approved combination that holds; null: none is approved. */
  approved: z.int().nullable(),
  /** A combination waits for a decision. */
  is_proposed: z.boolean(),
  updated_at: dateTime,
})
export type VariantLine = z.infer<typeof VariantLine>

export const listVariants = endpoint({
  method: 'GET',
  path: 'v2/app/component-configuration/variants',
  summary: 'Vehicle variants by name, page by page',
  access,
  input: z.object({ q: line(100).optional(), cursor: cursor.optional(), limit: limit(500, 100) }),
  output: ok.extend({ variants: z.array(VariantLine), total: z.int(), next_cursor: z.string().nullable() }),
})

const CheckResult = z.object({
  kind: z.enum(['fault', 'open']),
  ecu: z.string(),
  rule_uuid: z.uuid().nullable(),
  message: z.string(),
})

export const Variant = z.object({
  uuid: z.uuid(),
  ...variantFields,
  description: z.string(),
  rxswins: z.array(z.string()),
  units: z.array(VariantUnit),
  /** What the compatibility rules say about the units. */
  checks: z.array(CheckResult),
  /** The latest 50, the newest first. */
  combinations: z.array(Combination),
  vehicles: z.int(),
  updated_at: dateTime,
  updated_by_uuid: z.uuid().nullable(),
  revision,
})
export type Variant = z.infer<typeof Variant>

export const getVariant = endpoint({
  method: 'GET',
  path: 'v2/app/component-configuration/variant',
  summary: 'A vehicle variant with its control units, checks and combinations',
  access,
  input: z.object({ uuid: z.uuid() }),
  output: ok.extend({ variant: Variant }),
})

export const saveVariant = endpoint({
  method: 'POST',
  path: 'v2/app/component-configuration/save-variant',
  summary: 'Add a vehicle variant, or change one with all its control units',
  access,
  needs,
  bodyLimit: 2 * 1024 * 1024,
  input: z
    .object({
      uuid: z.uuid().optional(),
      revision: revision.optional(),
      name: line(200).min(1),
      model: line(64).default(''),
      market: line(100).default(''),
      built_from: day.default(null),
      built_to: day.default(null),
      description: line(5_000).default(''),
      rxswins: z.array(line(100).min(1)).max(50).default([]),
      units: z
        .array(UnitInput)
        .max(limits.units)
        .refine((units) => new Set(units.map((unit) => unit.ecu)).size === units.length, 'Each control unit once.')
        .default([]),
    })
    .refine(({ built_from: from, built_to: to }) => from === null || to === null || from <= to, {
      message: 'The last build date is before the first one.',
      path: ['built_to'],
    }),
  output: ok.extend({ variant: Variant }),
})

export const deleteVariant = endpoint({
  method: 'POST',
  path: 'v2/app/component-configuration/delete-variant',
  summary: 'Remove a vehicle variant that no vehicle is built as',
  access,
  needs,
  input: z.object({ uuid: z.uuid(), revision }),
  output: ok,
})

export const proposeCombination = endpoint({
  method: 'POST',
  path: 'v2/app/component-configuration/propose-combination',
  summary: "Propose a variant's configuration as it is now for approval; refused while it has faults",
  access,
  needs,
  input: z.object({ variant_uuid: z.uuid(), revision, note: line(2_000).default('') }),
  output: ok.extend({ variant: Variant }),
})

export const decideCombination = endpoint({
  method: 'POST',
  path: 'v2/app/component-configuration/decide-combination',
  summary: 'Approve or reject a proposed combination, as another person than its author, or withdraw an approved one',
  access,
  needs,
  input: z.object({
    uuid: z.uuid(),
    decision: z.enum(['APPROVED', 'REJECTED', 'WITHDRAWN']),
    note: line(2_000).default(''),
  }),
  output: ok.extend({ variant: Variant }),
})

export const CompatibilityRule = z.object({
  uuid: z.uuid(),
  kind: z.enum(compatibilityKinds),
  release: z.object({ uuid: z.uuid(), software: z.string(), version: z.string() }),
  part: z.object({ uuid: z.uuid(), part_number: z.string() }).nullable(),
  other_release: z.object({ uuid: z.uuid(), software: z.string(), version: z.string() }).nullable(),
  other_software: z.object({ uuid: z.uuid(), software: z.string() }).nullable(),
  least_version: z.string(),
  note: z.string(),
  revision,
})
export type CompatibilityRule = z.infer<typeof CompatibilityRule>

export const listCompatibilityRules = endpoint({
  method: 'GET',
  path: 'v2/app/component-configuration/rules',
  summary: 'Compatibility rules of releases, by software and version, page by page',
  access,
  input: z.object({ q: line(100).optional(), cursor: cursor.optional(), limit: limit(500, 100) }),
  output: ok.extend({ rules: z.array(CompatibilityRule), total: z.int(), next_cursor: z.string().nullable() }),
})

export const saveCompatibilityRule = endpoint({
  method: 'POST',
  path: 'v2/app/component-configuration/save-rule',
  summary: 'Add what a release needs, excludes or requires',
  access,
  needs,
  input: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('NEEDS_PART'),
      release_uuid: z.uuid(),
      part_uuid: z.uuid(),
      note: line(1_000).default(''),
    }),
    z.object({
      kind: z.literal('EXCLUDES'),
      release_uuid: z.uuid(),
      other_release_uuid: z.uuid(),
      note: line(1_000).default(''),
    }),
    z.object({
      kind: z.literal('REQUIRES'),
      release_uuid: z.uuid(),
      other_software_uuid: z.uuid(),
      least_version: line(100).default(''),
      note: line(1_000).default(''),
    }),
  ]),
  output: ok.extend({ uuid: z.uuid() }),
})

export const deleteCompatibilityRule = endpoint({
  method: 'POST',
  path: 'v2/app/component-configuration/delete-rule',
  summary: 'Remove a compatibility rule',
  access,
  needs,
  input: z.object({ uuid: z.uuid(), revision }),
  output: ok,
})
