/** The formats in which statements on vulnerabilities come. */
export const vexFormats = ['CycloneDX VEX', 'OpenVEX', 'CSAF VEX', 'SPDX 3 security'] as const
export type VexFormat = (typeof vexFormats)[number]

/** The states of CycloneDX's analysis: all other formats are mapped to them. */
export const vexStates = [
  'in_triage',
  'exploitable',
  'not_affected',
  'false_positive',
  'resolved',
  'resolved_with_pedigree',
] as const
export type VexState = (typeof vexStates)[number]

/** CycloneDX's justifications for `not_affected`. */
export const vexJustifications = [
  'code_not_present',
  'code_not_reachable',
  'requires_configuration',
  'requires_dependency',
  'requires_environment',
  'protected_by_compiler',
  'protected_at_runtime',
  'protected_at_perimeter',
  'protected_by_mitigating_control',
] as const
export type VexJustification = (typeof vexJustifications)[number]

/** What a statement is about: the more fields there are, the more specific it is. */
export interface VexProduct {
  /** The document's reference to a component, such as a bom-ref or a BOM-Link. */
  readonly ref?: string
  readonly purl?: string
  readonly cpe?: string
  readonly name?: string
  readonly version?: string
  /** A range in VERS notation. */
  readonly range?: string
  /** The product that it is a part of, by purl, CPE or name: the statement holds for the part in that product alone. */
  readonly within?: string
  readonly hashes: readonly string[]
}

/** One statement: how a vulnerability affects products. */
export interface VexStatement {
  /** The vulnerability's id, such as CVE-2024-0001. */
  readonly id: string
  readonly aliases: readonly string[]
  readonly products: readonly VexProduct[]
  readonly state: VexState
  readonly justification?: VexJustification
  /** What is to be done: `can_not_fix`, `will_not_fix`, `update`, `rollback`, `workaround_available`. */
  readonly responses: readonly string[]
  readonly detail?: string
  /** ISO 8601, as it came. */
  readonly stated?: string
  /** CVSS vectors that the statement gives. */
  readonly vectors: readonly string[]
}

/** Statements of one document. */
export interface Vex {
  readonly format?: VexFormat
  readonly id?: string
  readonly author?: string
  readonly stated?: string
  readonly statements: readonly VexStatement[]
  /** What could not be read or applied: `place: reason`, at most 1,000. */
  readonly ignored: readonly string[]
}
