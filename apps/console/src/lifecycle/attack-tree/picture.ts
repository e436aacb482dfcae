import { feasibilities } from '@carapace/shared/lifecycle/methods/method'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { Place } from '../../core/flow/arrange.ts'
import type { Palette } from '../../core/picture/export.ts'
import type { Mark, Picture } from '../../core/picture/svg.ts'
import { sizeOf, sizes, treeLayout } from './layout.ts'
import { branchPath } from '../../graph/tree/branch-path.ts'
import type { PlaceOf } from './places.ts'
import { type Rated, ratingsAt, type View } from './rating.ts'
import { cardText } from './words.ts'

interface Drawn {
  readonly title: string
  readonly rootCode: string
  readonly places: ReadonlyMap<string, PlaceOf>
  readonly rated: Rated | undefined
  readonly view: View
  readonly on: ReadonlySet<string>
  readonly controls: (uuid: string) => Artefact | undefined
  readonly palette: Palette
}

/** The export picture of a tree, with the current switches (rule DIAGRAM-9). */
export function treePicture(drawn: Drawn): Picture {
  const layout = treeLayout(drawn.places)
  const all = [...drawn.places.values()]
  // the orange path is drawn on top
  const lines = all
    .toSorted((a, b) => Number(drawn.on.has(a.key)) - Number(drawn.on.has(b.key)))
    .flatMap((place) => lineMarks(place, layout, drawn))
  return {
    title: drawn.title,
    background: drawn.palette.background,
    marks: [...lines, ...all.flatMap((place) => cardMarks(place, layout.get(place.key)!, drawn))],
  }
}

function lineMarks({ key, parent }: PlaceOf, layout: ReadonlyMap<string, Place>, { on, palette }: Drawn): Mark[] {
  if (parent === undefined) return []
  const [from, to] = [layout.get(parent)!, layout.get(key)!]
  const isOn = on.has(key)
  return [
    {
      as: 'path',
      points: branchPath(from.x + from.width / 2, from.y + from.height, to.x + to.width / 2, to.y),
      line: isOn ? palette.path : palette.line,
      weight: isOn ? 2 : 1,
    },
  ]
}

function cardMarks(place: PlaceOf, { x, y }: Place, { rated, view, on, palette, controls, rootCode }: Drawn): Mark[] {
  const { step, code, depth } = place
  const { width, card } = sizeOf(place)
  const rating = rated && ratingsAt(rated.scenarios[view.scenario], step.id)?.[view.method]
  const isOn = on.has(place.key)
  const words = cardText(view.method, rating)
  const blocks = rating
    ? feasibilities.map((_each, index): Mark => ({
        as: 'box',
        x: x + width - 12 - words.length * 7 - (4 - index) * 8,
        y: y + 35,
        width: 7,
        height: 9,
        fill: index <= feasibilities.indexOf(rating.feasibility) ? palette.second : palette.empty,
      }))
    : []
  return [
    {
      as: 'box',
      x,
      y,
      width,
      height: card,
      radius: 4,
      fill: palette.panel,
      line: isOn ? palette.path : palette.line,
      weight: isOn ? 1.5 : 1,
    },
    { as: 'text', x: x + 12, y: y + 22, text: step.title, fill: palette.text, weight: 600, most: width - 24 },
    {
      as: 'text',
      x: x + 12,
      y: y + 44,
      text: depth === 0 ? rootCode : code,
      fill: palette.third,
      size: 12,
      isMono: true,
    },
    ...blocks,
    { as: 'text', x: x + width - 12, y: y + 44, text: words, fill: palette.text, size: 12, anchor: 'end' },
    ...step.controls.slice(0, sizes.shownControls).flatMap((uuid, index): Mark[] => {
      const control = controls(uuid)
      const isVerified = control?.fields.standing === 'verified'
      return control
        ? [
            {
              as: 'text',
              x: x + 12,
              y: y + sizes.card + 18 + index * sizes.control,
              text: `${control.code} ${control.title}, ${String(control.fields.standing ?? 'no standing')}`,
              fill: isVerified ? palette.green : palette.second,
              size: 12,
              most: width - 24,
            },
          ]
        : []
    }),
    ...gateMarks(place, x + width / 2, y + card, isOn, palette),
  ]
}

function gateMarks(
  { step: { gate, parts }, isFolded }: PlaceOf,
  x: number,
  y: number,
  isOn: boolean,
  { pathText, gate: grey, onGate }: Palette,
): Mark[] {
  if (gate === null) return []
  const text = isFolded ? `${gate.toUpperCase()} +${parts.length}` : gate.toUpperCase()
  const width = 24 + text.length * 8
  return [
    {
      as: 'box',
      x: x - width / 2,
      y,
      width,
      height: sizes.gate,
      radius: gate === 'or' ? sizes.gate / 2 : 2,
      fill: isOn ? pathText : grey,
    },
    { as: 'text', x, y: y + 15, text, fill: onGate, size: 11, weight: 600, anchor: 'middle' },
  ]
}
