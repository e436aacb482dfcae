import type { Place } from '../../core/flow/arrange.ts'
import type { Palette } from '../../core/picture/export.ts'
import type { Mark, Picture } from '../../core/picture/svg.ts'
import { branchPath } from '../../graph/tree/branch-path.ts'
import type { AnalysedEvent } from './analysis/protocol.ts'
import { sizes, treeLayout } from './layout.ts'
import type { FaultPlace, Places } from './places.ts'
import { symbolOf } from './symbols.tsx'
import { gateText, scientific } from './words.ts'

interface Drawn {
  readonly title: string
  readonly places: Places
  /** Ids of the nodes that occur because of the chosen cut set. */
  readonly on: ReadonlySet<string>
  readonly events: ReadonlyMap<string, AnalysedEvent>
  readonly palette: Palette
}

/** The export picture of a tree as it is folded now (rule DIAGRAM-9). */
export function treePicture({ title, places, on, events, palette }: Drawn): Picture {
  const layout = treeLayout(places)
  const all = [...places.values()]
  return {
    title,
    background: palette.background,
    marks: [
      ...all.flatMap((place) => lineMarks(place, places, layout, on, palette)),
      ...all.flatMap((place) => cardMarks(place, layout.get(place.key)!, on, events, palette)),
    ],
  }
}

function lineMarks(
  { key, parent, node }: FaultPlace,
  places: Places,
  layout: ReadonlyMap<string, Place>,
  on: ReadonlySet<string>,
  palette: Palette,
): Mark[] {
  if (parent === undefined) return []
  const [from, to] = [layout.get(parent)!, layout.get(key)!]
  const isOn = on.has(node.id) && on.has(places.get(parent)!.node.id)
  return [
    {
      as: 'path',
      points: branchPath(from.x + from.width / 2, from.y + from.height, to.x + to.width / 2, to.y),
      line: isOn ? palette.path : palette.line,
      weight: isOn ? 2 : 1,
    },
  ]
}

function cardMarks(
  { node, isFolded }: FaultPlace,
  { x, y }: Place,
  on: ReadonlySet<string>,
  events: ReadonlyMap<string, AnalysedEvent>,
  palette: Palette,
): Mark[] {
  const line = on.has(node.id) ? palette.path : palette.line
  const probability = events.get(node.id)?.probability
  const middle = x + sizes.width / 2
  const symbol = symbolOf(node)
  const below = node.kind === 'gate' ? `${gateText(node)}${isFolded ? ` +${node.parts.length}` : ''}` : undefined
  const text = (mark: Partial<Extract<Mark, { as: 'text' }>> & { x: number; y: number; text: string }): Mark => ({
    as: 'text',
    fill: palette.text,
    size: 11,
    ...mark,
  })
  return [
    { as: 'box', x, y, width: sizes.width, height: sizes.card, radius: 3, fill: palette.panel, line, weight: 1 },
    ...twoLines(node.title || node.id).map((words, i) =>
      text({ x: middle, y: y + 17 + i * 15, text: words, size: 12, anchor: 'middle', most: sizes.width - 12 }),
    ),
    text({ x: x + 8, y: y + sizes.card - 8, text: node.id, fill: palette.third, isMono: true, size: 10, most: 80 }),
    ...(probability === undefined
      ? []
      : [
          text({
            x: x + sizes.width - 8,
            y: y + sizes.card - 8,
            text: scientific(probability),
            size: 10,
            anchor: 'end',
          }),
        ]),
    { as: 'path', points: shifted(symbol.path, middle - 20, y + sizes.card), line, fill: palette.panel },
    ...(symbol.text === undefined
      ? []
      : [text({ x: middle, y: y + sizes.card + 19, text: symbol.text, anchor: 'middle' })]),
    ...(below === undefined
      ? []
      : [text({ x: middle + 22, y: y + sizes.card + 18, text: below, fill: palette.second })]),
  ]
}

/** A text as two lines of about the same length, if one is not enough. */
function twoLines(text: string): string[] {
  const most = 21
  if (text.length <= most) return [text]
  const cut = text.lastIndexOf(' ', most)
  return cut <= 0 ? [text] : [text.slice(0, cut), text.slice(cut + 1)]
}

/** A path of absolute M, L, H, V, Q, A and Z commands at another place. */
export function shifted(path: string, dx: number, dy: number): string {
  return path.replaceAll(/([MLHVQAZ])([^MLHVQAZ]*)/g, (_all, command: string, numbers: string) => {
    const values = numbers.match(/-?[\d.]+/g)?.map(Number) ?? []
    const moved = values.map((value, i) => {
      if (command === 'H') return value + dx
      if (command === 'V') return value + dy
      // of an arc only the end is a point: radii, rotation and flags stay
      if (command === 'A') return i % 7 === 5 ? value + dx : i % 7 === 6 ? value + dy : value
      return value + (i % 2 === 0 ? dx : dy)
    })
    return `${command}${moved.join(' ')}`
  })
}
