import type { GateKind } from '@carapace/shared/graph/fault-tree/fault-tree'
import type { FaultNode } from '@carapace/shared/functional-safety/fault-tree/tree'

/** A symbol of 40 by 28 px as SVG paths (NUREG-0492, IV-1; IEC 61025, annex A). */
interface NodeShape {
  readonly path: string
  /** Drawn inside it. */
  readonly text?: string
}

const gates: Readonly<Record<GateKind, NodeShape>> = {
  or: { path: 'M6 28Q6 6 20 0Q34 6 34 28Q20 20 6 28Z' },
  and: { path: 'M6 28V14A14 14 0 0 1 34 14V28Z' },
  'at-least': { path: 'M6 28Q6 6 20 0Q34 6 34 28Q20 20 6 28Z' },
  xor: { path: 'M6 24Q6 4 20 0Q34 4 34 24Q20 16 6 24ZM6 28Q20 20 34 28' },
  not: { path: 'M20 0A3 3 0 0 1 20 6A3 3 0 0 1 20 0ZM20 6L33 28H7Z' },
  inhibit: { path: 'M20 0L33 7V21L20 28L7 21V7Z' },
}

const events: Readonly<Record<Exclude<FaultNode['kind'], 'gate'>, NodeShape>> = {
  basic: { path: 'M20 0A14 14 0 0 1 20 28A14 14 0 0 1 20 0Z' },
  undeveloped: { path: 'M20 0L36 14L20 28L4 14Z' },
  conditioning: { path: 'M20 3A18 11 0 0 1 20 25A18 11 0 0 1 20 3Z' },
  house: { path: 'M20 0L34 10V28H6V10Z' },
  transfer: { path: 'M20 0L36 28H4Z' },
}

/** The symbol of a node, with the number of a K-of-N gate, or the state of a house event. */
export function symbolOf(node: FaultNode): NodeShape {
  if (node.kind === 'house') return { ...events.house, text: node.state ? '1' : '0' }
  if (node.kind !== 'gate') return events[node.kind]
  return node.gate === 'at-least' ? { ...gates['at-least'], text: String(node.least) } : gates[node.gate]
}

export function NodeSymbol({ node }: { readonly node: FaultNode }) {
  const { path, text } = symbolOf(node)
  return (
    <svg className="ft-symbol" width={40} height={28} viewBox="-1 -1 42 30" aria-hidden>
      <path d={path} />
      {text !== undefined && (
        <text x={20} y={19} textAnchor="middle">
          {text}
        </text>
      )}
    </svg>
  )
}
