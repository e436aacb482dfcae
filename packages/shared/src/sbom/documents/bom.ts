import type { Vex } from '../vex/vex.ts'

/** The formats in which a bill of materials comes. */
export const bomFormats = [
  'CycloneDX JSON',
  'CycloneDX XML',
  'SPDX JSON',
  'SPDX tag-value',
  'SPDX YAML',
  'SPDX XML',
  'SPDX 3 JSON-LD',
] as const
export type BomFormat = (typeof bomFormats)[number]

/** The formats of documents that a release has: bills of materials, and statements on vulnerabilities alone. */
export const documentFormats = [...bomFormats, 'OpenVEX', 'CSAF VEX'] as const
export type DocumentFormat = (typeof documentFormats)[number]

/** The kinds of components, by CycloneDX's names. */
export const componentTypes = [
  'application',
  'framework',
  'library',
  'container',
  'platform',
  'operating-system',
  'device',
  'device-driver',
  'firmware',
  'file',
  'machine-learning-model',
  'data',
  'cryptographic-asset',
] as const
export type ComponentType = (typeof componentTypes)[number]

/** A digest, by CycloneDX's name of the algorithm, such as `SHA-256`; the value in lower-case hexadecimal digits. */
export interface Hash {
  readonly algorithm: string
  readonly value: string
}

/** A name and a value that a format's own fields don't have. */
export interface Property {
  readonly name: string
  readonly value: string
}

/** A change that was applied to a component: `pedigree.patches`, with the vulnerabilities that it resolves. */
export interface Patch {
  /** `unofficial`, `monkey`, `backport` or `cherry-pick`. */
  readonly type: string
  readonly url?: string
  /** Ids such as CVE-2024-0001. */
  readonly resolves: readonly string[]
}

/** One component as a document lists it. Texts are as they came; only hashes are normalised. */
export interface BomComponent {
  /** Unique in the document: the `bom-ref` or `SPDXID`, or one that the reader made. */
  readonly ref: string
  /** The component that contains it. */
  readonly parent?: string
  readonly type: ComponentType
  readonly group?: string
  readonly name: string
  readonly version?: string
  readonly purl?: string
  readonly cpe?: string
  /** The tag id. */
  readonly swid?: string
  readonly swhids: readonly string[]
  readonly hashes: readonly Hash[]
  /** A licence expression of SPDX, or the names that the document gives; several are joined by AND. */
  readonly licence?: string
  readonly supplier?: string
  /** Who wrote or published it. */
  readonly author?: string
  readonly description?: string
  /** `required`, `optional` or `excluded`. */
  readonly scope?: string
  readonly copyright?: string
  /** Where in the image it was found. */
  readonly paths: readonly string[]
  /** How it was identified, such as `binary-analysis`, with the confidence from 0 to 1. */
  readonly evidence: readonly { readonly technique: string; readonly confidence?: number }[]
  readonly references: readonly { readonly type: string; readonly url: string }[]
  readonly patches: readonly Patch[]
  readonly properties: readonly Property[]
  /** CycloneDX's `cryptoProperties`, as they came. */
  readonly crypto?: Readonly<Record<string, unknown>>
}

/** Which components a component needs, and which it provides (implements), by their refs. */
export interface Dependency {
  readonly ref: string
  readonly dependsOn: readonly string[]
  readonly provides: readonly string[]
}

/** What a document states about itself. */
export interface BomHead {
  readonly format: DocumentFormat
  /** Such as `1.6` or `SPDX-2.3`. */
  readonly specVersion: string
  /** The serial number or the document's namespace. */
  readonly id?: string
  /** The revision of the document. */
  readonly revision?: string
  readonly name?: string
  /** ISO 8601, as it came. */
  readonly created?: string
  readonly authors: readonly string[]
  readonly tools: readonly string[]
  readonly supplier?: string
  /** Phases such as `build` or `operations`. */
  readonly lifecycles: readonly string[]
  readonly dataLicence?: string
}

/** A bill of materials of any format. */
export interface Bom {
  readonly head: BomHead
  /** The ref of the component that the document is about; it is one of `components`. */
  readonly subject?: string
  readonly components: readonly BomComponent[]
  readonly dependencies: readonly Dependency[]
  /** Statements on vulnerabilities that are in the document. */
  readonly vex: Vex
  /** What this model can't hold: `place: reason`, at most 100. It is in the kept bytes still. */
  readonly ignored: readonly string[]
}

/** A fault of a document: where, and what is wrong there. */
export interface BomFault {
  /** A JSON pointer such as `/components/3/purl`, or `line 12, column 4`; empty: the document. */
  readonly place: string
  readonly message: string
}
