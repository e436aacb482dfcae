import type { ArtefactKind } from './artefacts/artefact-kind.ts'
import type { LinkKind } from './artefacts/link-kind.ts'

/** What a module adds to the graph: its kinds of artefacts, and its kinds of links between artefacts. */
export interface EngineeringModule {
  readonly kinds: readonly ArtefactKind[]
  readonly links: readonly LinkKind[]
}
