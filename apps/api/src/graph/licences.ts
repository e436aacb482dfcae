import { artefactKindNamed, artefactKinds, licencesOfKind } from '@carapace/shared/artefact-kinds'
import { admit, type Caller } from '../core/http/caller.ts'

/**
 * Refuses a caller whose organisation has no licence for artefacts of a kind (rule GRAPH-21). Kinds that this version
 * doesn't know any more need none.
 *
 * @throws LICENCE_REQUIRED
 */
export function admitToKinds(caller: Caller, kinds: Iterable<string>): void {
  for (const name of new Set(kinds)) {
    const kind = artefactKindNamed(name)
    if (kind) admit(caller, { access: licencesOfKind(kind) })
  }
}

/** The kinds whose artefacts the caller's organisation has a licence for (rule GRAPH-21). */
export function licensedKinds({ licence: { modules } }: Caller): string[] {
  return artefactKinds
    .filter((kind) => licencesOfKind(kind).some((licence) => modules.includes(licence)))
    .map(({ kind }) => kind)
}
