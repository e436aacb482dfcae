import { WarningSignIcon } from '@blueprintjs/icons'
import { isNodeType } from '@carapace/shared/msoc/playbooks/node-settings'
import { nodeTypes } from '@carapace/shared/msoc/playbooks/node-types'
import type { PlaybookNode } from '@carapace/shared/msoc/playbooks/playbook'
import type { StepState } from '@carapace/shared/msoc/playbooks/run-states'
import { Handle, type Node, type NodeProps, Position } from '../../../core/flow/flow.tsx'
import { sizeOf } from '../editor/layout.ts'
import { NodeIcon, StateIcon } from '../node-icons.tsx'
import { portText } from '../words.ts'

/** The outcome of a node in a run or a dry run. */
export interface CardState {
  /** Undefined: the run did not reach it. */
  readonly state: StepState | undefined
  readonly text: string
  /** The exits through which it was left. */
  readonly ports: readonly string[]
}

export interface CardData extends Record<string, unknown> {
  readonly node: PlaybookNode
  readonly ports: readonly string[]
  readonly isEditable: boolean
  /** The number of mistakes in its settings. */
  readonly mistakes: number
  readonly outcome: CardState | undefined
}

export type CardNode = Node<CardData, 'step'>

export const titleOf = ({ title, type, id }: Pick<PlaybookNode, 'title' | 'type' | 'id'>) =>
  title !== '' ? title : isNodeType(type) ? nodeTypes[type].title : id

/** A step on the canvas: its type, its title, its id, and its exits at the lower edge. */
export function StepCard({ data, selected }: NodeProps<CardNode>) {
  const { node, ports, isEditable, mistakes, outcome } = data
  const { width, height } = sizeOf(ports)
  const classes = ['pb-card', selected && 'pb-chosen', mistakes > 0 && 'pb-wrong', outcomeClass(outcome)]
  return (
    <>
      <Handle type="target" position={Position.Top} isConnectable={isEditable} className="pb-handle" />
      <div className={classes.filter(Boolean).join(' ')} style={{ width, height }}>
        <div className="pb-card-line">
          <NodeIcon type={node.type} />
          <span className="pb-card-title" title={titleOf(node)}>
            {titleOf(node)}
          </span>
        </div>
        <CardNote {...data} />
        {ports.length > 1 && (
          <div className="pb-exits" style={{ gridTemplateColumns: `repeat(${ports.length}, minmax(0, 1fr))` }}>
            {ports.map((port) => (
              <span key={port} className={outcome?.ports.includes(port) ? 'pb-exit pb-exit-taken' : 'pb-exit'}>
                {portText(port)}
              </span>
            ))}
          </div>
        )}
      </div>
      {ports.map((port, index) => (
        <Handle
          key={port}
          id={port}
          type="source"
          position={Position.Bottom}
          isConnectable={isEditable}
          className="pb-handle"
          style={{ left: `${((index + 0.5) * 100) / ports.length}%` }}
        />
      ))}
    </>
  )
}

function outcomeClass(outcome: CardState | undefined): string | undefined {
  if (outcome === undefined) return undefined
  return outcome.state === undefined ? 'pb-unreached' : `pb-state-${outcome.state}`
}

/** The second line: the outcome in a run, or else what is wrong, or the id by which expressions name the step. */
function CardNote({ node, mistakes, outcome }: CardData) {
  if (outcome !== undefined) {
    return (
      <div className="pb-card-note pb-outcome">
        <StateIcon state={outcome.state} />
        <span>{outcome.text}</span>
      </div>
    )
  }
  if (mistakes > 0) {
    return (
      <div className="pb-card-note pb-mistakes">
        <WarningSignIcon size={12} />
        <span>{mistakes === 1 ? '1 mistake' : `${mistakes} mistakes`}</span>
      </div>
    )
  }
  const type = isNodeType(node.type) ? nodeTypes[node.type].title : node.type
  return (
    <div className="pb-card-note">
      <span className="mono">{node.id}</span>
      {node.title !== '' && <span className="pb-card-type">{type}</span>}
    </div>
  )
}
