import { ChevronRightIcon } from '@blueprintjs/icons'
import type { FaultNode } from '@carapace/shared/functional-safety/fault-tree/tree'
import { createContext, memo, useContext } from 'react'
import type { Node, NodeProps } from '../../core/flow/flow.tsx'
import { sizes } from './layout.ts'
import { NodeSymbol } from './symbols.tsx'
import { gateText } from './words.ts'

export type CardNode = Node<
  {
    readonly node: FaultNode
    readonly isFolded: boolean
    /** The probability as a text; empty: not known. */
    readonly probability: string
    readonly uses: number
    /** Occurs because of the chosen cut set. */
    readonly isOn: boolean
    readonly isTarget: boolean
    readonly isFound: boolean
  },
  'fault'
>

/** Folds a place; the function stays the same, so that cards are not drawn again. */
export const FoldContext = createContext<(key: string) => void>(() => undefined)

/** The card of a node: its text, its id and its probability, and below it the symbol. */
export const FaultCard = memo(function FaultCard({ id: key, data, selected }: NodeProps<CardNode>) {
  const fold = useContext(FoldContext)
  const { node, isFolded, probability, uses, isOn, isTarget, isFound } = data
  const classes = [
    'ft-node',
    `ft-kind-${node.kind}`,
    isOn && 'ft-on',
    selected && 'ft-chosen',
    isTarget && 'ft-target',
    isFound && 'ft-found',
  ]
  return (
    <div className={classes.filter(Boolean).join(' ')} style={{ width: sizes.width }}>
      <div className="ft-card" style={{ height: sizes.card }}>
        <div className="ft-title" title={node.title}>
          {node.title || node.id}
        </div>
        <div className="ft-meta">
          <span className="mono te-code">{node.id}</span>
          {uses > 1 && <span className="ft-uses num">×{uses}</span>}
          <span className="num">{probability}</span>
        </div>
      </div>
      <div className="ft-foot">
        <NodeSymbol node={node} />
        {node.kind === 'gate' && (
          <button
            type="button"
            className="ft-gate nodrag"
            tabIndex={-1}
            aria-expanded={!isFolded}
            title={isFolded ? `Show its ${node.parts.length} inputs` : 'Fold its inputs'}
            onClick={() => fold(key)}
          >
            {gateText(node)}
            {isFolded && (
              <>
                <ChevronRightIcon size={10} />
                <span className="num">{node.parts.length}</span>
              </>
            )}
          </button>
        )}
      </div>
    </div>
  )
})
