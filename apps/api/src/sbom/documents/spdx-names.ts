import type { ComponentType } from '@carapace/shared/sbom/documents/bom'

/** The hash algorithms of SPDX 2 (clause 7.10) with CycloneDX's names, and the length of a digest in hex digits. */
export const spdxHashes: Readonly<Record<string, readonly [name: string, digits: number]>> = {
  SHA1: ['SHA-1', 40],
  SHA224: ['SHA-224', 56],
  SHA256: ['SHA-256', 64],
  SHA384: ['SHA-384', 96],
  SHA512: ['SHA-512', 128],
  'SHA3-256': ['SHA3-256', 64],
  'SHA3-384': ['SHA3-384', 96],
  'SHA3-512': ['SHA3-512', 128],
  'BLAKE2b-256': ['BLAKE2b-256', 64],
  'BLAKE2b-384': ['BLAKE2b-384', 96],
  'BLAKE2b-512': ['BLAKE2b-512', 128],
  BLAKE3: ['BLAKE3', 0],
  MD2: ['MD2', 32],
  MD4: ['MD4', 32],
  MD5: ['MD5', 32],
  MD6: ['MD6', 0],
  ADLER32: ['ADLER32', 8],
}

/** The types of relationships of SPDX 2.3 (clause 11.1); Trivy wrote DESCRIBE until 2023. */
export const relationshipTypes: ReadonlySet<string> = new Set(
  `AMENDS ANCESTOR_OF BUILD_DEPENDENCY_OF BUILD_TOOL_OF CONTAINED_BY CONTAINS COPY_OF DATA_FILE_OF
  DEPENDENCY_MANIFEST_OF DEPENDENCY_OF DEPENDS_ON DESCENDANT_OF DESCRIBE DESCRIBED_BY DESCRIBES
  DEV_DEPENDENCY_OF DEV_TOOL_OF DISTRIBUTION_ARTIFACT DOCUMENTATION_OF DYNAMIC_LINK EXAMPLE_OF
  EXPANDED_FROM_ARCHIVE FILE_ADDED FILE_DELETED FILE_MODIFIED GENERATED_FROM GENERATES HAS_PREREQUISITE
  METAFILE_OF OPTIONAL_COMPONENT_OF OPTIONAL_DEPENDENCY_OF OTHER PACKAGE_OF PATCH_APPLIED PATCH_FOR
  PREREQUISITE_FOR PROVIDED_DEPENDENCY_OF REQUIREMENT_DESCRIPTION_FOR RUNTIME_DEPENDENCY_OF SPECIFICATION_FOR
  STATIC_LINK TEST_CASE_OF TEST_DEPENDENCY_OF TEST_OF TEST_TOOL_OF VARIANT_OF`.split(/\s+/),
)

/** Relationships that mean "needs": from the first element to the second, or the other way around. */
export const needs: Readonly<Record<string, 'forward' | 'backward'>> = {
  DEPENDS_ON: 'forward',
  HAS_PREREQUISITE: 'forward',
  DYNAMIC_LINK: 'forward',
  STATIC_LINK: 'forward',
  DEPENDENCY_OF: 'backward',
  BUILD_DEPENDENCY_OF: 'backward',
  DEV_DEPENDENCY_OF: 'backward',
  OPTIONAL_DEPENDENCY_OF: 'backward',
  PROVIDED_DEPENDENCY_OF: 'backward',
  RUNTIME_DEPENDENCY_OF: 'backward',
  TEST_DEPENDENCY_OF: 'backward',
  PREREQUISITE_FOR: 'backward',
}

/** Relationships that mean "is inside": from the first element to the second, or the other way around. */
export const holds: Readonly<Record<string, 'forward' | 'backward'>> = {
  CONTAINS: 'forward',
  CONTAINED_BY: 'backward',
  PACKAGE_OF: 'backward',
}

/** The purposes of packages of SPDX 2.3 (clause 7.24), as types of components. */
export const purposes: Readonly<Record<string, ComponentType>> = {
  APPLICATION: 'application',
  FRAMEWORK: 'framework',
  LIBRARY: 'library',
  CONTAINER: 'container',
  OPERATING_SYSTEM: 'operating-system',
  'OPERATING-SYSTEM': 'operating-system',
  DEVICE: 'device',
  FIRMWARE: 'firmware',
  SOURCE: 'library',
  ARCHIVE: 'file',
  FILE: 'file',
  INSTALL: 'application',
  OTHER: 'library',
}

/** The types of files of SPDX 2 (clause 8.3). */
export const fileTypes: ReadonlySet<string> = new Set(
  'SOURCE BINARY ARCHIVE APPLICATION AUDIO IMAGE TEXT VIDEO DOCUMENTATION SPDX OTHER'.split(' '),
)

/** The categories of external references, in both spellings (clause 7.21). */
export const referenceCategories: ReadonlySet<string> = new Set([
  'SECURITY',
  'PACKAGE-MANAGER',
  'PACKAGE_MANAGER',
  'PERSISTENT-ID',
  'PERSISTENT_ID',
  'OTHER',
])

/** Whether a field gives no information: SPDX writes it so. */
export function isUnknown(text: string | undefined): boolean {
  return text === undefined || text === 'NOASSERTION' || text === 'NONE'
}
