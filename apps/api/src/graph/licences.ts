import { artefactKindNamed, artefactKinds, licencesOfKind } from '@carapace/shared/artefact-kinds'
import { admit, type Caller } from '../core/http/caller.ts'

/**
 * Checks that the caller's organisation has a licence for artefacts of these kinds (rule GRAPH-21). Kinds that this
 * version does not know need none.
 *
 * @throws {Failure} LICENCE_REQUIRED when a licence is missing
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
