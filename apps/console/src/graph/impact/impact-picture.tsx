import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import { useEffect, useRef } from 'react'
import { box, type ImpactLayout, type PlacedNode } from './impact-layout.ts'
import '../graph.css'

interface ImpactPictureProps {
  readonly layout: ImpactLayout
  /** The artefact from which the others are reached. */
  readonly self: string
  readonly onOpen: (node: PlacedNode['node']) => void
}

/** Artefacts as boxes with the links between them, from left to right. */
export function ImpactPicture({ layout: { nodes, links, width, height }, self, onOpen }: ImpactPictureProps) {
  const here = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // in braces: in newer browsers the call returns a promise, which React would take for the cleanup function
    here.current?.scrollIntoView({ block: 'center', inline: 'center' })
  }, [width, height])
  return (
    <div className="gr-impact-scroll" tabIndex={0} role="group" aria-label="What hangs together, from left to right">
      <svg width={width} height={height} aria-hidden>
        {links.map(({ link, from, to }) => (
          <path
            key={link.uuid}
            className={link.suspect === null ? 'gr-edge' : 'gr-edge gr-edge-suspect'}
            d={curve(from.x + box.width, from.y + box.height / 2, to.x, to.y + box.height / 2)}
          />
        ))}
      </svg>
      {nodes.map(({ node, x, y }) => (
        <button
          key={node.uuid}
          ref={node.uuid === self ? here : undefined}
          type="button"
          className={['gr-box', node.uuid === self && 'gr-box-here', node.is_suspect && 'gr-box-suspect']
            .filter(Boolean)
            .join(' ')}
          style={{ left: x, top: y, width: box.width, height: box.height }}
          title={`${artefactKindNamed(node.kind)?.title ?? node.kind}: ${node.title}`}
          onClick={() => onOpen(node)}
        >
          <span className="mono">{node.code}</span>
          <span className="gr-box-title">{node.title}</span>
        </button>
      ))}
    </div>
  )
}

function curve(fromX: number, fromY: number, toX: number, toY: number): string {
  const middle = Math.max(24, Math.abs(toX - fromX) / 2)
  return `M${fromX} ${fromY}C${fromX + middle} ${fromY} ${toX - middle} ${toY} ${toX} ${toY}`
}
