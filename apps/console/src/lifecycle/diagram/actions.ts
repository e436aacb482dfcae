import type { Artefact, Link } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { DiagramLayout } from '@carapace/shared/lifecycle/kinds/item.kinds'
import { lifecycleLinks } from '@carapace/shared/lifecycle/kinds/links'
import { artefactKindNamed, joins } from '@carapace/shared/artefact-kinds'
import { arranged, type Placeable } from '../../core/flow/arrange.ts'
import { type Change, changeOf, type LinkEnds, type ArtefactContent } from './change.ts'
import {
  boxAround,
  clearPlace,
  frameOf,
  isBox,
  isOutside,
  linksOfLine,
  mayBeContained,
  nodeKinds,
  type NodeKind,
  withinBox,
} from './elements.ts'
import { type Drawn, edgeKey, nothing, patchBetween, type Placed, without } from './layout.ts'

/** The data from which the changes are built. */
export interface DiagramDeps {
  readonly layout: DiagramLayout
  readonly artefacts: ReadonlyMap<string, Artefact>
  readonly links: ReadonlyMap<string, Link>
}

const titleOf = ({ artefacts }: DiagramDeps, uuid: string) => artefacts.get(uuid)?.title ?? 'it'
const kindIn =
  ({ artefacts }: DiagramDeps, made?: { uuid: string; kind: string }) =>
  (uuid: string) =>
    made?.uuid === uuid ? made.kind : (artefacts.get(uuid)?.kind ?? '')
const isThere = ({ links }: DiagramDeps, { kind, from, to }: LinkEnds) =>
  [...links.values()].some((link) => link.kind === kind && link.from === from && link.to === to)

/**
 * The trust boundaries that must not contain an element: those around parts of the item, for one that is outside it
 * (rule DIAGRAM-4).
 */
function closedTo(
  around: DiagramDeps,
  layout: DiagramLayout,
  element: Pick<Artefact, 'uuid' | 'kind' | 'fields'> | undefined,
): ReadonlySet<string> {
  if (!element || !isOutside(element)) return new Set()
  const kindOf = kindIn(around)
  const isOfItem = (uuid: string) => {
    const inside = uuid === element.uuid ? undefined : around.artefacts.get(uuid)
    return inside !== undefined && !isBox(inside.kind) && !isOutside(inside)
  }
  const boundaries = layout.nodes.filter(({ uuid }) => kindOf(uuid) === 'boundary')
  return new Set(
    boundaries.map(({ uuid }) => uuid).filter((uuid) => [...withinBox(layout, uuid, kindOf)].some(isOfItem)),
  )
}

/** The containment links to add and remove after nodes were moved (rule DIAGRAM-4). */
export function containing(
  around: DiagramDeps,
  layout: DiagramLayout,
  uuids: Iterable<string>,
  made?: Pick<Artefact, 'uuid' | 'kind' | 'fields'>,
): Pick<Change, 'link' | 'unlink'> {
  const kindOf = kindIn(around, made)
  const changes = [...uuids]
    .filter((uuid) => mayBeContained(kindOf(uuid)))
    .map((uuid) => {
      const box = boxAround(
        layout,
        uuid,
        kindOf,
        closedTo(around, layout, made?.uuid === uuid ? made : around.artefacts.get(uuid)),
      )
      const mayHold = box !== undefined && joins(lifecycleLinks.contains, kindOf(box), kindOf(uuid))
      const shown = new Set(layout.nodes.map((node) => node.uuid))
      const held = [...around.links.values()].filter(
        ({ kind, from, to }) => kind === 'contains' && to === uuid && isBox(kindOf(from)) && shown.has(from),
      )
      return {
        link:
          mayHold && !held.some(({ from }) => from === box) ? [{ kind: 'contains' as const, from: box, to: uuid }] : [],
        unlink: held
          .filter(({ from }) => from !== box)
          .map(({ from, to }) => ({ kind: 'contains' as const, from, to })),
      }
    })
  return { link: changes.flatMap(({ link }) => link), unlink: changes.flatMap(({ unlink }) => unlink) }
}

/** Moves or resizes nodes; `before` has their old positions. */
export function moveAction(around: DiagramDeps, before: readonly Placed[], verb = 'Move'): Change {
  const was = new Map(before.map((placed) => [placed.uuid, placed]))
  const nodes = around.layout.nodes.flatMap((placed) => {
    const then = was.get(placed.uuid)
    return then &&
      (then.x !== placed.x || then.y !== placed.y || then.width !== placed.width || then.height !== placed.height)
      ? [{ key: placed.uuid, before: then, after: placed }]
      : []
  })
  const what = nodes.length === 1 ? titleOf(around, nodes[0]!.key) : `${nodes.length} nodes`
  const moved = verb === 'Move' ? nodes.map(({ key }) => key) : around.layout.nodes.map(({ uuid }) => uuid)
  return changeOf(
    `${verb} ${what}`,
    { nodes, edges: [] },
    nodes.length === 0 ? {} : containing(around, around.layout, moved),
  )
}

interface New {
  readonly uuid: string
  readonly kind: NodeKind
  readonly title: string
  readonly fields?: Readonly<Record<string, unknown>>
}

/** Adds a new element to the model and shows it at a position (rule DIAGRAM-1). */
export function addAction(
  around: DiagramDeps,
  { uuid, kind, title, fields = {} }: New,
  at: { x: number; y: number },
): Change {
  const layout = withNode(around, { uuid, kind, fields }, at)
  const after: ArtefactContent = { kind, title, fields }
  return changeOf(`Add ${title}`, patchBetween(around.layout, layout), {
    artefacts: [{ uuid, after }],
    ...containing(around, layout, [uuid], { uuid, kind, fields }),
  })
}

/** Shows an element that the model already has. */
export function showAction(around: DiagramDeps, uuid: string, at: { x: number; y: number }): Change {
  return changeOf(
    `Show ${titleOf(around, uuid)}`,
    patchBetween(around.layout, withNode(around, around.artefacts.get(uuid)!, at)),
  )
}

function withNode(
  around: DiagramDeps,
  made: Pick<Artefact, 'uuid' | 'kind' | 'fields'>,
  at: { x: number; y: number },
): DiagramLayout {
  const { nodes, edges } = around.layout
  const uuid = made.uuid
  const kind = made.kind as NodeKind
  const { x, y } = clearPlace(around.layout, kind, at, kindIn(around), closedTo(around, around.layout, made))
  const usual = nodeKinds[kind]
  return {
    nodes: [
      ...nodes,
      { uuid, x: Math.round(x), y: Math.round(y), ...(isBox(kind) && { width: usual.width, height: usual.height }) },
    ],
    edges,
  }
}

export type ChannelChoice = { readonly uuid: string } | { readonly newUuid: string; readonly title: string }

/** Connects two nodes by a channel, an existing or a new one (rule DIAGRAM-3). */
export function connectAction(around: DiagramDeps, from: string, to: string, channel: ChannelChoice): Change {
  const uuid = 'uuid' in channel ? channel.uuid : channel.newUuid
  const edge: Drawn = { channel: uuid, from, to }
  const ends = [from, to].map((end) => ({ uuid: end, kind: kindIn(around)(end) }))
  const link = linksOfLine(uuid, ends).filter((one) => !isThere(around, one))
  const title = 'uuid' in channel ? titleOf(around, uuid) : channel.title
  const isDrawn = around.layout.edges.some((one) => edgeKey(one) === edgeKey(edge))
  const layout = isDrawn ? around.layout : { ...around.layout, edges: [...around.layout.edges, edge] }
  return changeOf(`Connect by ${title}`, patchBetween(around.layout, layout), {
    link,
    artefacts: 'uuid' in channel ? [] : [{ uuid, after: { kind: 'channel', title, fields: {} } }],
  })
}

/** Removes nodes and edges from the diagram; the model keeps them (rule DIAGRAM-2). */
export function hideAction(around: DiagramDeps, nodes: ReadonlySet<string>, edges: ReadonlySet<string>): Change {
  const count = nodes.size + edges.size
  const what = count === 1 && nodes.size === 1 ? titleOf(around, [...nodes][0]!) : `${count} elements`
  return changeOf(`Hide ${what}`, patchBetween(around.layout, without(around.layout, nodes, edges)))
}

/**
 * Deletes artefacts from the model. `whole` has all of their fields, so that they can be restored (rules DIAGRAM-2,
 * DIAGRAM-5).
 */
export function deleteAction(around: DiagramDeps, whole: readonly Artefact[]): Change {
  const gone = new Set(whole.map(({ uuid }) => uuid))
  const edges = new Set(around.layout.edges.filter(({ channel }) => gone.has(channel)).map(edgeKey))
  // links that the fields of other artefacts imply follow those fields (rule GRAPH-7)
  const links = [...around.links.values()].filter(
    ({ from, to, kind }) =>
      (gone.has(from) || gone.has(to)) && kind !== 'shows' && kind !== 'stands-in' && kind !== 'assumed',
  )
  return changeOf(
    `Delete ${whole.length === 1 ? whole[0]!.title : `${whole.length} artefacts`}`,
    patchBetween(around.layout, without(around.layout, gone, edges)),
    {
      artefacts: whole.map(({ uuid, kind, title, fields }) => ({ uuid, before: { kind, title, fields } })),
      unlink: links.map(({ kind, from, to }) => ({ kind: kind as LinkEnds['kind'], from, to })),
    },
  )
}

/**
 * Renames an artefact or changes its fields, wherever it is shown (rule DIAGRAM-1). One that is now outside the item
 * leaves the trust boundary that it was in, and one that no longer is enters it (rule DIAGRAM-4).
 */
export function changeAction(
  around: DiagramDeps,
  { uuid, kind, title, fields }: Artefact,
  to: { readonly title?: string; readonly fields?: Readonly<Record<string, unknown>> },
): Change {
  const changed = to.fields ?? {}
  const was = Object.fromEntries(
    Object.keys(changed).map((name) => [name, fields[name] ?? artefactKindNamed(kind)?.fields[name]?.initial ?? null]),
  )
  return changeOf(to.title === undefined ? `Change ${title}` : `Rename ${title}`, nothing, {
    artefacts: [
      { uuid, before: { kind, title, fields: was }, after: { kind, title: to.title ?? title, fields: changed } },
    ],
    ...(kind === 'component' &&
      'external' in changed &&
      containing(around, around.layout, [uuid], { uuid, kind, fields: { ...fields, ...changed } })),
  })
}

/** Arranges all nodes again: channels to the right, and every box around its contents. */
export function arrangeAction(around: DiagramDeps): Change {
  const { layout } = around
  const kindOf = kindIn(around)
  const holderOf = (uuid: string) =>
    boxAround(layout, uuid, kindOf, closedTo(around, layout, around.artefacts.get(uuid)))
  const nodes = layout.nodes.map((placed): Placeable => {
    const { width, height } = frameOf(placed, kindOf(placed.uuid))
    return { id: placed.uuid, width, height, within: holderOf(placed.uuid) }
  })
  const places = arranged(
    nodes,
    layout.edges.map(({ from, to }) => [from, to] as const),
    { direction: 'LR', gap: 40, rankGap: 140 },
  )
  const holding = new Set(nodes.map(({ within }) => within))
  const after = layout.nodes.map((placed): Placed => {
    const { x, y, width, height } = places.get(placed.uuid)!
    // a box gets the size of its contents, with a margin for its name
    return holding.has(placed.uuid)
      ? { uuid: placed.uuid, x: x - 24, y: y - 32, width: width + 48, height: height + 56 }
      : { ...placed, x, y }
  })
  return moveAction({ ...around, layout: { ...layout, nodes: after } }, layout.nodes, 'Arrange')
}
