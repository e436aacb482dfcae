import type { TreeNode } from '@carapace/shared/sbom/components.contract'

/** The level below a component: what is loaded of it. */
export interface Level {
  readonly nodes: readonly TreeNode[]
  readonly total: number
}

/** A row of the unfolded tree. */
export interface TreeRow {
  /** The positions from the root to the component, joined by slashes: a component may be at several places. */
  readonly path: string
  readonly indent: number
  /** Absent: a row that states how many more there are. */
  readonly node?: TreeNode
  readonly isOpen: boolean
  /** It is among its own parents: it is not unfolded again. */
  readonly isRepeated: boolean
  /** How many components of this level are not loaded. */
  readonly rest: number
}

/** The most rows that a tree shows. */
export const mostRows = 50_000

/**
 * The rows of a tree of which some paths are unfolded, from top to bottom (rule SBOM-UI-7). `levelOf` returns what is
 * below a position, undefined while it loads; without a position the roots.
 */
export function treeRows(levelOf: (position?: number) => Level | undefined, open: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = []
  const stack: TreeRow[] = rowsOf(levelOf(), '', 0, new Set(), open).reverse()
  for (let row = stack.pop(); row && rows.length < mostRows; row = stack.pop()) {
    rows.push(row)
    if (!row.node || !row.isOpen) continue
    const above = new Set(row.path.split('/'))
    stack.push(...rowsOf(levelOf(row.node.position), row.path, row.indent + 1, above, open).reverse())
  }
  return rows
}

function rowsOf(
  level: Level | undefined,
  parent: string,
  indent: number,
  above: ReadonlySet<string>,
  open: ReadonlySet<string>,
): TreeRow[] {
  if (!level) return []
  const rows = level.nodes.map((node): TreeRow => {
    const path = parent === '' ? String(node.position) : `${parent}/${node.position}`
    const isRepeated = above.has(String(node.position))
    return { path, indent, node, isRepeated, isOpen: !isRepeated && node.children > 0 && open.has(path), rest: 0 }
  })
  const rest = level.total - level.nodes.length
  const more: TreeRow = { path: `${parent}/more`, indent, isOpen: false, isRepeated: false, rest }
  return rest > 0 ? [...rows, more] : rows
}
