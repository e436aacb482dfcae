import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { dateTime } from '../core/wire.ts'
import { sbomLimits } from './limits.ts'

const access = 'LIFECYCLE_SBOM'
const line = (most: number) => z.string().trim().max(most)

/** The verdict of a policy on a licence. */
export const licenceVerdicts = ['allow', 'review', 'deny'] as const
export type LicenceVerdict = (typeof licenceVerdicts)[number]

const licences = z.array(line(200).min(1)).max(1_000).default([])

/** Which licences are allowed, denied, or need a review. Licences that no list has get `others`. */
export const LicencePolicy = z.object({
  allow: licences,
  review: licences,
  deny: licences,
  others: z.enum(licenceVerdicts).default('review'),
  /** The verdict on a component without a licence. */
  missing: z.enum(licenceVerdicts).default('review'),
})
export type LicencePolicy = z.infer<typeof LicencePolicy>

/** The profiles by which the quality of documents is judged. */
export const qualityProfileNames = ['NTIA minimum elements', 'BSI TR-03183-2', 'CISA and Auto-ISAC'] as const

export const SoftwarePolicies = z.object({
  licences: LicencePolicy,
  quality: z.object({
    profile: z.enum(qualityProfileNames).default('NTIA minimum elements'),
    /** A document with fewer points, of 100, is marked. */
    least: z.int().min(0).max(100).default(60),
  }),
  updated_by: z.string(),
  updated_at: dateTime.nullable(),
  revision: z.int32(),
})
export type SoftwarePolicies = z.infer<typeof SoftwarePolicies>

export const getSoftwarePolicies = endpoint({
  method: 'GET',
  path: 'v2/app/sbom/policies',
  summary: 'How the organisation judges licences and the quality of documents',
  access,
  input: z.object({}),
  output: z.object({ policies: SoftwarePolicies }),
})

export const saveSoftwarePolicies = endpoint({
  method: 'POST',
  path: 'v2/app/sbom/policies/save',
  summary: 'Change how licences and the quality of documents are judged',
  access,
  needs: 'software-policies.manage',
  bodyLimit: 1024 * 1024,
  input: z.object({
    revision: z.int32(),
    licences: LicencePolicy.optional(),
    quality: SoftwarePolicies.shape.quality.optional(),
  }),
  output: z.object({ success: z.literal(true), policies: SoftwarePolicies }),
})

export const getLicenceSummary = endpoint({
  method: 'GET',
  path: 'v2/app/sbom/licences',
  summary: "A release's licences, each with its components and the policy's verdict; at most 2,000",
  access,
  input: z.object({ release_uuid: z.uuid() }),
  output: z.object({
    licences: z.array(
      z.object({
        /** As documents give it; empty: none. */
        licence: z.string(),
        components: z.int(),
        verdict: z.enum(licenceVerdicts),
        reason: z.string(),
        /** It is an expression of SPDX with known ids. */
        is_known: z.boolean(),
      }),
    ),
    components: z.record(z.enum(licenceVerdicts), z.int()),
    is_cut: z.boolean(),
  }),
})

/** What the organisation calls a component, and what it is. */
export const ComponentAlias = z.object({
  uuid: z.uuid(),
  name: z.string(),
  /** Empty: whoever supplies it. */
  supplier: z.string(),
  purl: z.string().nullable(),
  cpe: z.string().nullable(),
  note: z.string(),
  author: z.string(),
  updated_at: dateTime,
  revision: z.int32(),
})
export type ComponentAlias = z.infer<typeof ComponentAlias>

export const listComponentAliases = endpoint({
  method: 'GET',
  path: 'v2/app/sbom/aliases',
  summary: `The organisation's own names of components, at most ${sbomLimits.aliases}`,
  access,
  input: z.object({}),
  output: z.object({ aliases: z.array(ComponentAlias) }),
})

export const saveComponentAlias = endpoint({
  method: 'POST',
  path: 'v2/app/sbom/aliases/save',
  summary: 'State which package or product an own name of a component means; it holds for all releases at once',
  access,
  needs: 'software.manage',
  input: z.object({
    uuid: z.uuid().optional(),
    revision: z.int32().optional(),
    name: line(400).min(1),
    supplier: line(200).default(''),
    purl: line(1_000).nullable().default(null),
    cpe: line(1_000).nullable().default(null),
    note: line(1_000).default(''),
  }),
  output: z.object({ success: z.literal(true), alias: ComponentAlias, components: z.int() }),
})

export const deleteComponentAlias = endpoint({
  method: 'POST',
  path: 'v2/app/sbom/aliases/delete',
  summary: 'Remove an own name of a component',
  access,
  needs: 'software.manage',
  input: z.object({ uuid: z.uuid(), revision: z.int32() }),
  output: z.object({ success: z.literal(true), components: z.int() }),
})
