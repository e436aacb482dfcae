import type { BomComponent } from '@carapace/shared/sbom/documents/bom'
import { canonicalPurl } from '@carapace/shared/sbom/names/purl'
import type { IdentityKind } from '@carapace/shared/sbom/sbom'

/** By which of its names a component version is known, and that name: two with the same text are one. */
export interface Identity {
  readonly identityKind: IdentityKind
  readonly identity: string
}

/** The surest identity of a component: hash, SWHID, purl, CPE, SWID, or its names (rule SBOM-21). */
export function identityOf(component: BomComponent): Identity {
  const { hashes, swhids, purl, cpe, swid, group = '', name, version = '', supplier = '' } = component
  const digest =
    hashes.find(({ algorithm }) => algorithm === 'SHA-256') ?? hashes.find(({ algorithm }) => algorithm === 'SHA-512')
  // an identity that is shared by hash still distinguishes versions: archives of several packages exist
  if (digest) return { identityKind: 'hash', identity: key('hash', digest.algorithm, digest.value, name, version) }
  if (swhids[0] !== undefined) return { identityKind: 'swhid', identity: key('swhid', swhids[0], name, version) }
  if (purl !== undefined) {
    const canonical = canonicalPurl(purl)
    return { identityKind: 'purl', identity: key('purl', canonical.ok ? canonical.value : purl, version) }
  }
  if (cpe !== undefined) return { identityKind: 'cpe', identity: key('cpe', cpe.toLowerCase(), version) }
  if (swid !== undefined) return { identityKind: 'swid', identity: key('swid', swid, version) }
  return { identityKind: 'name', identity: key('name', group, name, version, supplier) }
}

const key = (...parts: readonly string[]): string => parts.map((part) => part.slice(0, 2_000)).join('\n')
