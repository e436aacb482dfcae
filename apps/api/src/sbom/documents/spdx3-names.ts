import type { ComponentType } from '@carapace/shared/sbom/documents/bom'

/** The hash algorithms of SPDX 3 (Core, HashAlgorithm) with CycloneDX's names. */
export const spdx3Hashes: Readonly<Record<string, string>> = {
  adler32: 'ADLER32',
  blake2b256: 'BLAKE2b-256',
  blake2b384: 'BLAKE2b-384',
  blake2b512: 'BLAKE2b-512',
  blake3: 'BLAKE3',
  crystalsDilithium: 'CRYSTALS-Dilithium',
  crystalsKyber: 'CRYSTALS-Kyber',
  falcon: 'Falcon',
  md2: 'MD2',
  md4: 'MD4',
  md5: 'MD5',
  md6: 'MD6',
  other: 'other',
  sha1: 'SHA-1',
  sha224: 'SHA-224',
  sha256: 'SHA-256',
  sha384: 'SHA-384',
  sha3_224: 'SHA3-224',
  sha3_256: 'SHA3-256',
  sha3_384: 'SHA3-384',
  sha3_512: 'SHA3-512',
  sha512: 'SHA-512',
}

/** The types of relationships of SPDX 3.0.1 (Core, RelationshipType). */
export const spdx3Relationships: ReadonlySet<string> = new Set(
  `affects amendedBy ancestorOf availableFrom configures contains coordinatedBy copiedTo delegatedTo dependsOn
  descendantOf describes doesNotAffect expandsTo exploitCreatedBy fixedBy fixedIn foundBy generates hasAddedFile
  hasAssessmentFor hasAssociatedVulnerability hasConcludedLicense hasDataFile hasDeclaredLicense hasDeletedFile
  hasDependencyManifest hasDistributionArtifact hasDocumentation hasDynamicLink hasEvidence hasExample hasHost hasInput
  hasMetadata hasOptionalComponent hasOptionalDependency hasOutput hasPrerequisite hasProvidedDependency hasRequirement
  hasSpecification hasStaticLink hasTest hasTestCase hasVariant invokedBy modifiedBy other packagedBy patchedBy
  publishedBy reportedBy republishedBy serializedInArtifact testedOn trainedOn underInvestigationFor
  usesTool`.split(/\s+/),
)

/** Relationships of SPDX 3 that mean "needs", from the first element to the others. */
export const spdx3Needs: ReadonlySet<string> = new Set([
  'dependsOn',
  'hasDynamicLink',
  'hasStaticLink',
  'hasOptionalDependency',
  'hasPrerequisite',
  'hasProvidedDependency',
])

/** The purposes of SPDX 3 (Software, SoftwarePurpose) as types of components. */
export const spdx3Purposes: Readonly<Record<string, ComponentType>> = {
  application: 'application',
  archive: 'file',
  bom: 'file',
  configuration: 'data',
  container: 'container',
  data: 'data',
  device: 'device',
  deviceDriver: 'device-driver',
  diskImage: 'container',
  documentation: 'file',
  evidence: 'file',
  executable: 'application',
  file: 'file',
  filesystemImage: 'container',
  firmware: 'firmware',
  framework: 'framework',
  install: 'application',
  library: 'library',
  manifest: 'file',
  model: 'machine-learning-model',
  module: 'library',
  operatingSystem: 'operating-system',
  other: 'library',
  patch: 'file',
  platform: 'platform',
  requirement: 'file',
  source: 'library',
  specification: 'file',
  test: 'file',
}

/** The classes that this reader knows by their profile's prefix; others are allowed, and ignored. */
export const artefactClasses: Readonly<Record<string, ComponentType>> = {
  software_Package: 'library',
  software_File: 'file',
  ai_AIPackage: 'machine-learning-model',
  dataset_DatasetPackage: 'data',
}
