import type { Bom, BomComponent, BomFault, BomHead, Dependency } from '@carapace/shared/sbom/documents/bom'
import type { Vex } from '@carapace/shared/sbom/vex/vex'
import { bomOf, createIgnored } from './building.ts'

/** One document as it was read, before the references to other documents are followed. */
export interface Piece {
  readonly head: BomHead
  readonly subject: string | undefined
  readonly components: readonly BomComponent[]
  readonly dependencies: readonly Dependency[]
  readonly vex: Vex
  readonly ignored: ReturnType<typeof createIgnored>
  /** Refs that are no components, such as those of services. */
  readonly elsewhere: ReadonlySet<string>
  /** Components of other documents that are inside one of this document, or the other way around: child to parent. */
  readonly outside: readonly { readonly child: string; readonly parent: string }[]
  /** The identity that other documents know an element by, such as `namespace#SPDXRef-A`; undefined if it has none. */
  readonly globalId: (ref: string) => string | undefined
}

export type PieceReading = { readonly piece: Piece } | { readonly faults: readonly BomFault[] }

/** The document alone: what it refers to in other documents is listed as ignored. */
export function bomOfPiece(piece: Piece): Bom {
  const { head, subject, components, dependencies, vex, ignored, elsewhere, outside } = piece
  for (const { child, parent } of outside) ignored.note(`${child} in ${parent}`, 'it is in another document')
  return bomOf(head, subject, withoutCycles(components), dependencies, vex, ignored, elsewhere)
}

/** A component that contains itself, over others, loses the parent that closes the circle; unknown parents go too. */
export function withoutCycles(components: readonly BomComponent[]): readonly BomComponent[] {
  const parents = new Map(components.map(({ ref, parent }) => [ref, parent]))
  const settled = new Set<string>()
  for (const { ref } of components) {
    const path = new Set<string>()
    let at: string | undefined = ref
    while (at !== undefined && !settled.has(at)) {
      path.add(at)
      const parent: string | undefined = parents.get(at)
      if (parent !== undefined && (path.has(parent) || !parents.has(parent))) parents.set(at, undefined)
      at = parents.get(at)
    }
    for (const each of path) settled.add(each)
  }
  return components.map((each) => {
    const parent = parents.get(each.ref)
    if (parent === each.parent) return each
    const { parent: _dropped, ...rest } = each
    return rest
  })
}
