import type { ArtefactInput } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { isUuidInProgram, uuidInProgram } from '@carapace/shared/graph/artefacts/artefact-uuid'
import { createHash } from 'node:crypto'

/**
 * The uuids under which new artefacts are stored, by the uuids that the client chose for them, in lower case (rule
 * GRAPH-23).
 */
export function storedUuids(programUuid: string, inputs: readonly ArtefactInput[]): ReadonlyMap<string, string> {
  const chosen = inputs.flatMap(({ new_uuid: uuid }) => uuid?.toLowerCase() ?? [])
  return new Map(
    chosen.map((uuid) => [
      uuid,
      isUuidInProgram(programUuid, uuid) ? uuid : uuidInProgram(programUuid, digestOf(uuid)),
    ]),
  )
}

/** A digest in the form of a uuid: uuids of other versions may differ in their first half only. */
function digestOf(uuid: string): string {
  const digest = createHash('sha256').update(uuid).digest('hex')
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}
