import type { BomComponent } from '@carapace/shared/sbom/documents/bom'
import { identityOf as namedIdentityOf } from '@carapace/shared/sbom/names/identity'
import type { IdentityKind } from '@carapace/shared/sbom/sbom'

/** By which of its names a component version is known, and that name: two with the same text are one. */
export interface Identity {
  readonly identityKind: IdentityKind
  readonly identity: string
}

/** The surest identity of a component, by names/identity.ts. */
export function identityOf({ swid, ...component }: BomComponent): Identity {
  const { kind, key } = namedIdentityOf({ ...component, swidTagId: swid })
  return { identityKind: kind === 'sha-256' || kind === 'sha-512' ? 'hash' : kind, identity: key }
}
