import type { ArtefactInput } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { LinkInput } from '../../graph/store/program-api.ts'
import type { Part } from '../../graph/editing/values.ts'

/** A part of an artefact, also `chain.effect`: one failure of a line's chain. */
export interface PartChange {
  readonly uuid: string
  readonly kind: string
  readonly part: Part
  readonly before: unknown
  readonly after: unknown
}

/** An artefact that a step makes, by the uuid under which it will be stored. */
export interface MadeArtefact {
  readonly uuid: string
  readonly kind: string
  readonly title: string
  readonly fields: Readonly<Record<string, unknown>>
  readonly status?: ArtefactInput['status']
}

/** One change of the worksheet: it is written at once, and undone at once (rule FMEA-UI-4). */
export interface SheetStep {
  readonly changes: readonly PartChange[]
  readonly made: readonly MadeArtefact[]
  readonly link: readonly LinkInput[]
  readonly unlink: readonly LinkInput[]
}

export function isNothing({ changes, made, link, unlink }: SheetStep): boolean {
  return changes.length + made.length + link.length + unlink.length === 0
}

/** The step that takes a step back, except for the artefacts that it made. */
export function reversed({ changes, link, unlink, made }: SheetStep): SheetStep {
  const gone = new Set(made.map(({ uuid }) => uuid))
  const isThere = ({ from, to }: LinkInput) => !gone.has(from) && !gone.has(to)
  return {
    changes: changes.map((one) => ({ ...one, before: one.after, after: one.before })),
    made: [],
    link: unlink,
    unlink: link.filter(isThere),
  }
}
