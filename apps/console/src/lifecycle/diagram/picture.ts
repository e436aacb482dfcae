import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { DiagramLayout } from '@carapace/shared/lifecycle/kinds/item.kinds'
import { frameOf, isBox, labelShift, shapeOf } from './elements.ts'
import type { Palette } from '../../core/picture/export.ts'
import type { Mark, Picture } from '../../core/picture/svg.ts'

type Known = (uuid: string) => Artefact | undefined
type Frame = ReturnType<typeof frameOf>

/** The export picture of a diagram (rule DIAGRAM-9). */
export function pictureOf(title: string, layout: DiagramLayout, known: Known, palette: Palette): Picture {
  const nodes = layout.nodes.flatMap((placed) => {
    const artefact = known(placed.uuid)
    return artefact ? [{ artefact, frame: frameOf(placed, artefact.kind) }] : []
  })
  const frames = new Map(nodes.map(({ artefact, frame }) => [artefact.uuid, frame]))
  const boxes = nodes
    .filter(({ artefact }) => isBox(artefact.kind))
    .sort((a, b) => b.frame.width * b.frame.height - a.frame.width * a.frame.height)
  const lines = layout.edges.flatMap(({ channel, from, to }) => {
    const [a, b, artefact] = [frames.get(from), frames.get(to), known(channel)]
    return a && b && artefact ? lineMarks(artefact.title, a, b, palette) : []
  })
  const others = nodes.filter(({ artefact }) => !isBox(artefact.kind))
  return {
    title,
    background: palette.background,
    marks: [
      ...boxes.flatMap((node) => nodeMarks(node, palette)),
      ...lines,
      ...others.flatMap((node) => nodeMarks(node, palette)),
    ],
  }
}

const middle = ({ x, y, width, height }: Frame) => ({ x: x + width / 2, y: y + height / 2 })

/** The point where the line from the middle of a frame to a point crosses the frame. */
function rim(frame: Frame, to: { x: number; y: number }): { x: number; y: number } {
  const from = middle(frame)
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  if (dx === 0 && dy === 0) return from
  const part = Math.min(
    dx === 0 ? Infinity : frame.width / 2 / Math.abs(dx),
    dy === 0 ? Infinity : frame.height / 2 / Math.abs(dy),
    1,
  )
  return { x: Math.round(from.x + dx * part), y: Math.round(from.y + dy * part) }
}

function lineMarks(title: string, a: Frame, b: Frame, palette: Palette): Mark[] {
  const [begin, end] = [rim(a, middle(b)), rim(b, middle(a))]
  const isBeside = Math.abs(end.x - begin.x) >= Math.abs(end.y - begin.y)
  const shift = labelShift(a, b, isBeside, title)
  const [x, y] = [(begin.x + end.x) / 2 + shift.x, (begin.y + end.y) / 2 + shift.y]
  const width = Math.min(160, title.length * 6.5) + 12
  return [
    { as: 'path', points: `M${begin.x} ${begin.y}L${end.x} ${end.y}`, line: palette.edge, weight: 1.5 },
    { as: 'path', points: arrow(begin, end), line: palette.edge, fill: palette.edge },
    { as: 'box', x: x - width / 2, y: y - 9, width, height: 18, radius: 3, fill: palette.background },
    { as: 'text', x, y: y + 4, text: title, fill: palette.second, size: 11, anchor: 'middle', most: 160 },
  ]
}

function arrow(begin: { x: number; y: number }, end: { x: number; y: number }): string {
  const angle = Math.atan2(end.y - begin.y, end.x - begin.x)
  const corner = (turn: number) =>
    `${(end.x - 8 * Math.cos(angle + turn)).toFixed(1)} ${(end.y - 8 * Math.sin(angle + turn)).toFixed(1)}`
  return `M${end.x} ${end.y}L${corner(0.45)}L${corner(-0.45)}Z`
}

function nodeMarks({ artefact, frame }: { artefact: Artefact; frame: Frame }, palette: Palette): Mark[] {
  const { x, y, width, height } = frame
  const shape = shapeOf(artefact)
  if (shape === 'box') {
    return [
      {
        as: 'box',
        ...frame,
        radius: 6,
        line: artefact.kind === 'boundary' ? palette.path : palette.third,
        weight: 1.5,
        dashes: '6 4',
      },
      {
        as: 'text',
        x: x + 10,
        y: y + 20,
        text: artefact.title,
        fill: palette.second,
        size: 12,
        weight: 600,
        most: width - 20,
      },
    ]
  }
  const outline: Mark[] =
    shape === 'store'
      ? [
          { as: 'box', ...frame, fill: palette.panel },
          {
            as: 'path',
            points: `M${x} ${y}H${x + width}M${x} ${y + height}H${x + width}`,
            line: palette.third,
            weight: 1.5,
          },
        ]
      : [
          {
            as: 'box',
            ...frame,
            radius: shape === 'process' ? height / 2 : shape === 'outside' ? 0 : 4,
            fill: shape === 'outside' ? palette.soft : palette.panel,
            line: shape === 'outside' ? palette.second : palette.line,
            weight: shape === 'outside' ? 2 : 1,
          },
        ]
  return [
    ...outline,
    {
      as: 'text',
      x: x + width / 2,
      y: y + height / 2 - 1,
      text: artefact.title,
      fill: palette.text,
      weight: 600,
      anchor: 'middle',
      most: width - 20,
    },
    {
      as: 'text',
      x: x + width / 2,
      y: y + height / 2 + 15,
      text: artefact.code,
      fill: palette.third,
      size: 11,
      anchor: 'middle',
      isMono: true,
    },
  ]
}
