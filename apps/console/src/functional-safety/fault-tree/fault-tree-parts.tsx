import type { StoredTree } from '@carapace/shared/functional-safety/fault-tree/tree'
import { Link } from '@tanstack/react-router'
import { number } from '../../core/format/format.ts'
import type { FieldEditorProps, KindParts } from '../../graph/page/kind-parts.ts'
import { placeOf, usePageContext } from '../../graph/page/page-context.tsx'
import { faultTreeDifferences } from './tree-differences.ts'
import { counted } from './words.ts'

/** What artefact pages show only for fault trees. */
export const faultTreeParts = {
  fieldEditors: { 'fault-tree.tree': TreeField },
  differences: { 'fault-tree.tree': faultTreeDifferences },
} satisfies KindParts

/** The size of a tree, and the way to its editor. */
function TreeField({ artefact, value }: FieldEditorProps) {
  const { program } = usePageContext()
  const tree = value as StoredTree | null | undefined
  const place = placeOf(program.programUuid, artefact)
  const gates = tree?.nodes.filter(({ kind }) => kind === 'gate').length ?? 0
  const events = (tree?.nodes.length ?? 0) - gates
  return (
    <p className="gr-field-value">
      {tree
        ? `${counted(gates, 'gate')}, ${counted(events, 'event')}, mission time ${number(tree.missionTime)} h. `
        : 'Not begun. '}
      {place && <Link {...(place as object as { to: '.' })}>Open the editor</Link>}
    </p>
  )
}
