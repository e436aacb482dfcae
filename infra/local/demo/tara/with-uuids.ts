import type { DiagramLayout } from '@carapace/shared/lifecycle/kinds/item.kinds'
import type { Tree } from '@carapace/shared/lifecycle/attack-tree/tree'
import type { DemoKind } from './build.ts'

type UuidOf = (code: string) => string
type Fields = Readonly<Record<string, unknown>>

/** Replaces codes by uuids in fields: in trees and in diagrams. */
export function withUuids(kind: DemoKind, fields: Fields, uuidOf: UuidOf): Fields {
  if (kind === 'attack-tree') return { ...fields, tree: treeWith(fields.tree as Tree, uuidOf) }
  return kind === 'diagram' ? { ...fields, layout: layoutWith(fields.layout as DiagramLayout, uuidOf) } : fields
}

function treeWith({ root, steps }: Tree, uuidOf: UuidOf): Tree {
  return {
    root,
    steps: steps.map((step) => ({
      ...step,
      controls: step.controls.map(uuidOf),
      caps: step.caps.map((cap) => ({ ...cap, assumption: uuidOf(cap.assumption) })),
    })),
  }
}

function layoutWith({ nodes, edges }: DiagramLayout, uuidOf: UuidOf): DiagramLayout {
  return {
    nodes: nodes.map((node) => ({ ...node, uuid: uuidOf(node.uuid) })),
    edges: edges.map((edge) => ({
      ...edge,
      channel: uuidOf(edge.channel),
      from: uuidOf(edge.from),
      to: uuidOf(edge.to),
    })),
  }
}
