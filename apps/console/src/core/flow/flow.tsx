import { Button } from '@blueprintjs/core'
import { ZoomInIcon, ZoomOutIcon, ZoomToFitIcon } from '@blueprintjs/icons'
import {
  Background,
  BackgroundVariant,
  type Edge,
  getViewportForBounds,
  MiniMap,
  type Node,
  Panel,
  ReactFlow,
  type ReactFlowProps,
  useReactFlow,
  useStore,
  useViewport,
} from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { broughtInto } from './in-sight.ts'
import { useHotkeys } from '../hotkeys/hotkeys.ts'
import { useTheme } from '../preferences/theme.ts'
import './flow.css'

// Only this module may import @xyflow/react, and only flow/arrange.ts may import @dagrejs/dagre.
export {
  BaseEdge,
  ConnectionMode,
  EdgeLabelRenderer,
  getSmoothStepPath,
  Handle,
  MarkerType,
  NodeResizer,
  Panel,
  Position,
  ReactFlowProvider,
  useReactFlow,
  ViewportPortal,
} from '@xyflow/react'
export type { Connection, Edge, EdgeChange, EdgeProps, Node, NodeChange, NodeProps } from '@xyflow/react'

interface CanvasProps<N extends Node, E extends Edge> extends ReactFlowProps<N, E> {
  /** The name for a screen reader. */
  readonly label: string
  /** Whether to show a small overview map in a corner. */
  readonly hasMap?: boolean
  /** The selected nodes: when they change, or the room shrinks, these are brought into view rather than all nodes. */
  readonly inSight?: readonly string[]
  readonly children?: ReactNode
}

const kept = { hideAttribution: true }
const none: readonly string[] = []
const zooms = { min: 0.1, max: 2.5 }

/**
 * A canvas of nodes and edges that the user can move and zoom, in the tokens' colours. The screen defines the keys:
 * those of the library are off.
 */
export function Canvas<N extends Node, E extends Edge>({
  label,
  hasMap = false,
  inSight = none,
  children,
  ...flow
}: CanvasProps<N, E>) {
  const { shade } = useTheme()
  const isMoved = useRef(false)
  return (
    <ReactFlow<N, E>
      className="fl-canvas"
      aria-label={label}
      role="application"
      // sets the class of the canvas, which the tokens depend on
      colorMode={shade}
      minZoom={zooms.min}
      maxZoom={zooms.max}
      proOptions={kept}
      deleteKeyCode={null}
      disableKeyboardA11y
      elevateEdgesOnSelect
      // a move without an event comes from the canvas itself
      onMoveStart={(event) => void (isMoved.current ||= event !== null)}
      {...flow}
    >
      <Background variant={BackgroundVariant.Dots} gap={16} size={1} color="var(--line-2)" />
      {hasMap && (
        <MiniMap
          pannable
          zoomable
          ariaLabel="Overview map"
          position="bottom-right"
          bgColor="var(--bg-1)"
          maskColor="color-mix(in srgb, var(--bg-4) 45%, transparent)"
          nodeColor="var(--line-2)"
        />
      )}
      <InSight nodes={inSight} isMoved={isMoved} how={flow.fitViewOptions} />
      {children}
    </ReactFlow>
  )
}

interface InSightProps {
  readonly nodes: readonly string[]
  readonly isMoved: RefObject<boolean>
  readonly how: ReactFlowProps['fitViewOptions']
}

/** Below this zoom a canvas is hard to read. */
const readable = 0.75

/**
 * Keeps the whole canvas in view when its size changes, until the user moves it. The selected nodes stay in view in any
 * case, and keep their zoom where the whole canvas would be too small to read. Nothing moves while a pointer is held
 * down.
 */
function InSight({ nodes, isMoved, how }: InSightProps) {
  const { fitView, getNode, getNodes, getNodesBounds, getViewport, setViewport } = useReactFlow()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const isHeld = useHeld()
  const key = nodes.join(' ')
  const known = useRef({ key: '', width: -1, height: -1 })
  useEffect(() => {
    if (isHeld) return
    const before = known.current
    known.current = { key, width, height }
    const isOtherRoom = before.width !== width || before.height !== height
    const isWhole =
      isOtherRoom &&
      !isMoved.current &&
      (key === '' || wholeIn({ width, height }, getNodesBounds(getNodes()), how) >= readable)
    if (isWhole) return void fitView(how)
    const drawn = key.split(' ').filter((id) => getNode(id))
    if ((isOtherRoom || before.key !== key) && drawn.length > 0)
      void setViewport(broughtInto(getViewport(), getNodesBounds(drawn), { width, height }))
  }, [key, width, height, isHeld, isMoved, how, fitView, getNode, getNodes, getNodesBounds, getViewport, setViewport])
  return null
}

/** The zoom at which the whole canvas would be in view. */
function wholeIn(
  { width, height }: { readonly width: number; readonly height: number },
  bounds: Parameters<typeof getViewportForBounds>[0],
  how: ReactFlowProps['fitViewOptions'],
): number {
  return getViewportForBounds(bounds, width, height, zooms.min, how?.maxZoom ?? zooms.max, how?.padding ?? 0).zoom
}

/** Whether a pointer that was pressed on the canvas is still down. */
function useHeld(): boolean {
  const canvas = useStore(({ domNode }) => domNode)
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    const down = () => setHeld(true)
    const up = () => setHeld(false)
    canvas?.addEventListener('pointerdown', down, true)
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, up, true)
    return () => {
      canvas?.removeEventListener('pointerdown', down, true)
      for (const end of ['pointerup', 'pointercancel']) removeEventListener(end, up, true)
    }
  }, [canvas])
  return isHeld
}

/** Zoom in, zoom out, and fit the whole canvas; with the keys `+`, `-` and `0`. */
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
      <span className="num fl-percent" role="status" aria-label="Zoom">
        {Math.round(zoom * 100)} %
      </span>
      <Button variant="minimal" size="small" icon={<ZoomInIcon />} aria-label="Zoom in" onClick={nearer} />
      <Button variant="minimal" size="small" icon={<ZoomToFitIcon />} aria-label="Show all of it" onClick={whole} />
    </Panel>
  )
}
