import type { DiagramLayout } from '@carapace/shared/lifecycle/kinds/item.kinds'
import type { Tree } from '@carapace/shared/lifecycle/attack-tree/tree'
import type { HardwareModes } from '@carapace/shared/functional-safety/kinds/hardware.kinds'
import type { StoredTree } from '@carapace/shared/functional-safety/fault-tree/tree'
import type { DemoKind } from './build.ts'

type UuidOf = (code: string) => string
type Fields = Readonly<Record<string, unknown>>

/** The kinds with fields in which codes stand: trees, diagrams, lines of an FMEA and hardware elements. */
const replacements: Partial<Record<DemoKind, (fields: Fields, uuidOf: UuidOf) => Fields>> = {
  'attack-tree': (fields, uuidOf) => ({ tree: treeWith(fields.tree as Tree, uuidOf) }),
  diagram: (fields, uuidOf) => ({ layout: layoutWith(fields.layout as DiagramLayout, uuidOf) }),
  'fault-tree': (fields, uuidOf) => ({ tree: faultTreeWith(fields.tree as StoredTree, uuidOf) }),
  'hardware-element': (fields, uuidOf) => ({ modes: modesWith(fields.modes as HardwareModes, uuidOf) }),
  'fmea-line': (fields, uuidOf) => ({ chain: chainWith(fields.chain as FailureChain, uuidOf) }),
}

/** Replaces codes by uuids in fields. */
export const withUuids = (kind: DemoKind, fields: Fields, uuidOf: UuidOf): Fields => ({
  ...fields,
  ...replacements[kind]?.(fields, uuidOf),
})

function faultTreeWith(tree: StoredTree, uuidOf: UuidOf): StoredTree {
  return {
    ...tree,
    nodes: tree.nodes.map((node) => {
      if (node.kind === 'transfer') return { ...node, tree: uuidOf(node.tree) }
      return 'artefact' in node && node.artefact !== null ? { ...node, artefact: uuidOf(node.artefact) } : node
    }),
  }
}

const modesWith = (modes: HardwareModes, uuidOf: UuidOf): HardwareModes =>
  modes.map((mode) => ({ ...mode, failure: mode.failure === null ? null : uuidOf(mode.failure) }))

/** The failures of a line, by their places in the chain. */
type FailureChain = Readonly<Record<string, string | null>>

const chainWith = (chain: FailureChain, uuidOf: UuidOf) =>
  Object.fromEntries(Object.entries(chain).map(([place, code]) => [place, code === null ? null : uuidOf(code)]))

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
