import { Button } from '@blueprintjs/core'
import { ZoomInIcon, ZoomOutIcon, ZoomToFitIcon } from '@blueprintjs/icons'
import { Background, BackgroundVariant, type Edge, MiniMap, type Node, Panel, ReactFlow, type ReactFlowProps, useReactFlow, useStore, useViewport } from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useHotkeys } from './hotkeys.ts'
import { useTheme } from './theme.ts'
import './flow.css'

// the only door to @xyflow/react; flow/arrange.ts is that to @dagrejs/dagre
export { BaseEdge, ConnectionMode, EdgeLabelRenderer, getSmoothStepPath, Handle, MarkerType, NodeResizer, Panel, Position, ReactFlowProvider, useReactFlow } from '@xyflow/react'
export type { Connection, Edge, EdgeChange, EdgeProps, Node, NodeChange, NodeProps } from '@xyflow/react'

interface CanvasProps<N extends Node, E extends Edge> extends ReactFlowProps<N, E> {
  /** What a screen reader calls it. */
  readonly label: string
  /** A small picture of the whole in a corner. */
  readonly hasMap?: boolean
  readonly children?: ReactNode
}

const kept = { hideAttribution: true }

/** A canvas of nodes and edges that is moved and zoomed, in the tokens' colours. Keys are the screen's own: those of the library are off. */
export function Canvas<N extends Node, E extends Edge>({ label, hasMap = false, children, ...flow }: CanvasProps<N, E>) {
  const { shade } = useTheme()
  const isMoved = useRef(false)
  return (
    <ReactFlow<N, E>
      className="fl-canvas"
      aria-label={label}
      role="application"
      // says which class the canvas has: the tokens hang on it
      colorMode={shade}
      minZoom={0.1}
      maxZoom={2.5}
      proOptions={kept}
      deleteKeyCode={null}
      disableKeyboardA11y
      elevateEdgesOnSelect
      // a move without an event is the canvas's own
      onMoveStart={(event) => void (isMoved.current ||= event !== null)}
      {...flow}
    >
      <Background variant={BackgroundVariant.Dots} gap={16} size={1} color="var(--line-2)" />
      {hasMap && <MiniMap pannable zoomable ariaLabel="The whole, small" position="bottom-right" bgColor="var(--bg-1)" maskColor="color-mix(in srgb, var(--bg-4) 45%, transparent)" nodeColor="var(--line-2)" />}
      <KeptWhole isMoved={isMoved} how={flow.fitViewOptions} />
      {children}
    </ReactFlow>
  )
}

interface KeptWholeProps {
  readonly isMoved: RefObject<boolean>
  readonly how: ReactFlowProps['fitViewOptions']
}

/** All of it stays in sight when its room changes, until somebody moves about in it. */
function KeptWhole({ isMoved, how }: KeptWholeProps) {
  const { fitView } = useReactFlow()
  const room = useStore(({ width, height }) => `${width} ${height}`)
  useEffect(() => void (isMoved.current || fitView(how)), [room, isMoved, fitView, how])
  return null
}

/** Nearer, farther, and all of it in sight; with `+`, `-` and `0`. */
export function ZoomTools() {
  const { zoomIn, zoomOut, fitView } = useReactFlow()
  const { zoom } = useViewport()
  const nearer = () => void zoomIn({ duration: 0 })
  const farther = () => void zoomOut({ duration: 0 })
  const whole = () => void fitView({ duration: 0, padding: 0.08, maxZoom: 1.2 })
  useHotkeys([
    { keys: '+', title: 'Zoom in', group: 'Canvas', run: nearer },
    { keys: '-', title: 'Zoom out', group: 'Canvas', run: farther },
    { keys: '0', title: 'Show all of it', group: 'Canvas', run: whole },
  ])
  return (
    <Panel position="bottom-left" className="fl-float fl-zoom">
      <Button variant="minimal" size="small" icon={<ZoomOutIcon />} aria-label="Zoom out" onClick={farther} />
      <span className="num fl-percent" role="status" aria-label="Zoom">{Math.round(zoom * 100)} %</span>
      <Button variant="minimal" size="small" icon={<ZoomInIcon />} aria-label="Zoom in" onClick={nearer} />
      <Button variant="minimal" size="small" icon={<ZoomToFitIcon />} aria-label="Show all of it" onClick={whole} />
    </Panel>
  )
}
