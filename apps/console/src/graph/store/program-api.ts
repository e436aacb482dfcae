import {
  confirmLinks,
  deleteArtefacts,
  getArtefact,
  getArtefacts,
  mostSaved,
  programChannel,
  saveArtefacts,
} from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { Observable } from 'rxjs'
import type { z } from 'zod'
import { call } from '../../core/call/call.ts'
import { live, type LiveMessageOf } from '../../core/live/live.ts'

type ArtefactsAnswer = z.output<typeof getArtefacts.output>
type SaveInput = z.input<typeof saveArtefacts.input>
export type LinkInput = NonNullable<SaveInput['link']>[number]
export type Detail = z.output<typeof getArtefact.output>

/** The calls to the server; a test replaces them. */
export interface ProgramApi {
  readonly artefacts: (input: z.input<typeof getArtefacts.input>, signal: AbortSignal) => Promise<ArtefactsAnswer>
  readonly artefact: (uuid: string) => Promise<Detail>
  readonly save: (input: SaveInput) => Promise<z.output<typeof saveArtefacts.output>>
  readonly remove: (input: z.input<typeof deleteArtefacts.input>) => Promise<{ readonly seq: number }>
  readonly confirm: (input: z.input<typeof confirmLinks.input>) => Promise<{ readonly seq: number }>
  readonly changes: (programUuid: string) => Observable<LiveMessageOf<typeof programChannel>>
}

export const served: ProgramApi = {
  artefacts: (input, signal) => call(getArtefacts, input, { signal }),
  artefact: (uuid) => call(getArtefact, { uuid }),
  save: (input) => call(saveArtefacts, input),
  remove: (input) => call(deleteArtefacts, input),
  confirm: (input) => call(confirmLinks, input),
  changes: (programUuid) => live(programChannel, { program_uuid: programUuid }),
}

/** Maximum number of artefacts that one call reads by uuid. */
export const mostAtOnce = 200

/** A list in parts that one call can write, or of another size; one empty part for an empty list. */
export function inParts<T>(all: readonly T[], most = mostSaved): T[][] {
  if (all.length === 0) return [[]]
  return Array.from({ length: Math.ceil(all.length / most) }, (_, part) => all.slice(part * most, (part + 1) * most))
}
