import { Failure } from '@carapace/shared/core/failure'
import type { Artefact, ArtefactInput } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { DiagramLayout } from '@carapace/shared/lifecycle/kinds/item.kinds'
import { expect, test, vi } from 'vitest'
import type { LinkEnds } from './change.ts'
import {
  addAction,
  arrangeAction,
  changeAction,
  connectAction,
  deleteAction,
  hideAction,
  moveAction,
} from './actions.ts'
import { diagramStore, layoutOf } from './diagram.store.ts'

const diagramUuid = '00000000-0000-4000-8000-00000000000d'
const uuidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** A mock server that stores artefacts and links like the real one, and refuses writes over an old revision. */
function server(
  begun: readonly [uuid: string, kind: string, title: string, fields?: Record<string, unknown>][],
  layout: DiagramLayout,
) {
  const rows = new Map<string, Artefact>()
  const used = new Set<string>()
  const links = new Map<string, LinkEnds & { uuid: string; suspect: null }>()
  const put = (uuid: string, kind: string, title: string, fields: Record<string, unknown>, revision = 1): Artefact => {
    const row = {
      uuid,
      kind,
      code: `X-${rows.size}`,
      number: rows.size,
      title,
      status: 'CREATED',
      project_uuid: null,
      fields,
      origin: { how: 'written', what: '' },
      comments: 0,
      revision,
      seq: 0,
      updated_at: '',
      updated_by: null,
    } as Artefact
    used.add(uuid)
    rows.set(uuid, row)
    return row
  }
  const key = ({ kind, from, to }: LinkEnds) => `${kind} ${from} ${to}`
  for (const [uuid, kind, title, fields = {}] of begun) put(uuid, kind, title, fields)
  put(diagramUuid, 'diagram', 'Data flow', { layout })
  const write = (input: ArtefactInput): Artefact => {
    if (input.uuid === undefined) {
      if (used.has(input.new_uuid!)) throw new Failure('INVALID_INPUT')
      return put(input.new_uuid!, input.kind, input.title!, input.fields ?? {})
    }
    const before = rows.get(input.uuid)
    if (!before) throw new Failure('INVALID_INPUT')
    if (before.revision !== input.revision) throw new Failure('ROW_CHANGED')
    return put(
      input.uuid,
      input.kind,
      input.title ?? before.title,
      { ...before.fields, ...input.fields },
      before.revision + 1,
    )
  }
  const save = vi.fn(
    async ({ artefacts, link, unlink }: { artefacts: ArtefactInput[]; link: LinkEnds[]; unlink: LinkEnds[] }) => {
      const saved = artefacts.map(write)
      for (const one of link) links.set(key(one), { ...one, uuid: key(one), suspect: null })
      for (const one of unlink) links.delete(key(one))
      return saved
    },
  )
  const remove = async (gone: { uuid: string; revision: number }[]) => {
    for (const { uuid, revision } of gone) {
      if (rows.get(uuid)?.revision !== revision) throw new Failure('ROW_CHANGED')
      rows.delete(uuid)
      for (const [name, { from, to }] of links) if (from === uuid || to === uuid) links.delete(name)
    }
  }
  const around = (store: ReturnType<typeof diagramStore>) => ({
    layout: store.getState().shown,
    artefacts: rows,
    links,
  })
  let fresh = 900
  const open = () =>
    diagramStore({
      diagram: rows.get(diagramUuid)!,
      model: { artefact: (uuid) => rows.get(uuid), save, remove, read: async (uuid) => rows.get(uuid)! },
      fresh: () => uuidOf((fresh += 1)),
    })
  const stored = () => layoutOf(rows.get(diagramUuid)!)
  return { rows, links, save, around, open, put, stored }
}

const [gateway, tcu, box] = [uuidOf(1), uuidOf(2), uuidOf(3)]
const two: DiagramLayout = {
  nodes: [
    { uuid: gateway, x: 0, y: 0 },
    { uuid: tcu, x: 400, y: 0 },
  ],
  edges: [],
}
const parts: [uuid: string, kind: string, title: string, fields?: Record<string, unknown>][] = [
  [gateway, 'component', 'Gateway', { external: true }],
  [tcu, 'component', 'TCU'],
]
const saved = async (store: ReturnType<typeof diagramStore>) =>
  vi.waitFor(() => expect([store.isIdle(), store.getState().isSaving]).toEqual([true, false]))
const titles = (rows: ReadonlyMap<string, Artefact>) => [...rows.values()].map(({ title }) => title).sort()

test('[DIAGRAM-1] adding a node creates the artefact and the layout in one call', async () => {
  const all = server([...parts], two)
  const store = all.open()
  store.run(addAction(all.around(store), { uuid: uuidOf(7), kind: 'data', title: 'Keys' }, { x: 80, y: 200 }))
  await saved(store)
  expect(all.rows.get(uuidOf(7))).toMatchObject({ kind: 'data', title: 'Keys' })
  expect(all.stored().nodes.at(-1)).toEqual({ uuid: uuidOf(7), x: 80, y: 200 })
  expect(all.save).toHaveBeenCalledTimes(1)
})

test('[DIAGRAM-2] hiding a node hides its lines and leaves the model unchanged; undo shows all again', async () => {
  const all = server([...parts], two)
  const store = all.open()
  store.run(connectAction(all.around(store), gateway, tcu, { newUuid: uuidOf(8), title: 'CAN 1' }))
  await saved(store)
  store.run(hideAction(all.around(store), new Set([tcu]), new Set()))
  await saved(store)
  expect(all.stored()).toEqual({ nodes: [two.nodes[0]], edges: [] })
  expect(titles(all.rows)).toEqual(['CAN 1', 'Data flow', 'Gateway', 'TCU'])
  store.undo()
  await saved(store)
  expect(all.stored().edges).toEqual([{ channel: uuidOf(8), from: gateway, to: tcu }])
})

test('[DIAGRAM-3] a line creates a channel and links both ends; a line to data makes it carry them', async () => {
  const all = server([...parts, [uuidOf(4), 'data', 'Keys']], {
    ...two,
    nodes: [...two.nodes, { uuid: uuidOf(4), x: 0, y: 300 }],
  })
  const store = all.open()
  store.run(connectAction(all.around(store), gateway, tcu, { newUuid: uuidOf(8), title: 'CAN 1' }))
  await saved(store)
  store.run(connectAction(all.around(store), gateway, uuidOf(4), { uuid: uuidOf(8) }))
  await saved(store)
  expect([...all.links.values()].map(({ kind, from, to }) => [kind, from, to])).toEqual([
    ['connects', gateway, uuidOf(8)],
    ['connects', tcu, uuidOf(8)],
    ['carries', uuidOf(8), uuidOf(4)],
  ])
  expect(all.stored().edges).toHaveLength(2)
})

test('[DIAGRAM-4] a node moved into a trust boundary is contained in it, until it is moved out', async () => {
  const all = server([...parts, [box, 'boundary', 'Inside']], {
    ...two,
    nodes: [{ uuid: box, x: 1_000, y: 0, width: 400, height: 300 }, ...two.nodes],
  })
  const store = all.open()
  const moveTo = (x: number) => {
    const { shown } = store.getState()
    store.preview({ ...shown, nodes: shown.nodes.map((node) => (node.uuid === tcu ? { ...node, x, y: 40 } : node)) })
    store.run(moveAction({ ...all.around(store), layout: store.getState().shown }, shown.nodes))
  }
  moveTo(1_100)
  await saved(store)
  expect([...all.links.keys()]).toEqual([`contains ${box} ${tcu}`])
  moveTo(400)
  await saved(store)
  expect([...all.links.keys()]).toEqual([])
  store.undo()
  await saved(store)
  expect([...all.links.keys()]).toEqual([`contains ${box} ${tcu}`])
})

const walled: DiagramLayout = {
  edges: [],
  nodes: [
    { uuid: box, x: 0, y: 0, width: 600, height: 300 },
    { uuid: gateway, x: 1_000, y: 0 },
    { uuid: tcu, x: 200, y: 80 },
    { uuid: uuidOf(5), x: 20, y: 200 },
  ],
}
const inside: typeof parts = [
  [box, 'boundary', 'Inside'],
  [uuidOf(5), 'component', 'Inverter'],
]

test('[DIAGRAM-4] no boundary of the item holds an external entity, wherever it is moved', async () => {
  const all = server([...parts, ...inside], walled)
  const store = all.open()
  const backend = { uuid: uuidOf(7), kind: 'component', title: 'Back end', fields: { external: true } } as const
  store.run(addAction(all.around(store), backend, { x: 300, y: 150 }))
  await saved(store)
  const { x, y } = all.stored().nodes.at(-1)!
  expect(x >= 600 || y >= 300 || x + 168 <= 0 || y + 56 <= 0).toBe(true)
  const { shown } = store.getState()
  const moved = shown.nodes.map((node) => (node.uuid === gateway ? { ...node, x: 300, y: 150 } : node))
  store.preview({ ...shown, nodes: moved })
  store.run(moveAction({ ...all.around(store), layout: store.getState().shown }, shown.nodes))
  await saved(store)
  expect([...all.links.keys()]).toEqual([])
})

test('[DIAGRAM-4] a node that becomes external leaves its trust boundary, and undo returns it', async () => {
  const all = server([...parts, ...inside], walled)
  await all.save({ artefacts: [], link: [{ kind: 'contains', from: box, to: tcu }], unlink: [] })
  const store = all.open()
  store.run(changeAction(all.around(store), all.rows.get(tcu)!, { fields: { external: true } }))
  await saved(store)
  expect([...all.links.keys()]).toEqual([])
  store.undo()
  await saved(store)
  expect([...all.links.keys()]).toEqual([`contains ${box} ${tcu}`])
})

test('[DIAGRAM-4] a trust boundary around external entities alone contains them', async () => {
  const all = server([...parts, [box, 'boundary', "Owner's devices"]], {
    edges: [],
    nodes: [
      { uuid: box, x: 0, y: 0, width: 600, height: 300 },
      { uuid: tcu, x: 1_000, y: 0 },
    ],
  })
  const store = all.open()
  const phone = { uuid: uuidOf(7), kind: 'component', title: 'Phone', fields: { external: true } } as const
  store.run(addAction(all.around(store), phone, { x: 100, y: 100 }))
  await saved(store)
  expect([...all.links.keys()]).toEqual([`contains ${box} ${uuidOf(7)}`])
})

test('[DIAGRAM-5] a restored artefact is new, with its fields, links and position, and deletable', async () => {
  const all = server([...parts], two)
  const store = all.open()
  store.run(connectAction(all.around(store), gateway, tcu, { newUuid: uuidOf(8), title: 'CAN 1' }))
  await saved(store)
  store.run(deleteAction(all.around(store), [all.rows.get(gateway)!]))
  await saved(store)
  expect([titles(all.rows), all.links.size, all.stored().nodes.length]).toEqual([['CAN 1', 'Data flow', 'TCU'], 1, 1])

  expect(store.undo()).toBe('Delete Gateway')
  await saved(store)
  const back = [...all.rows.values()].find(({ title }) => title === 'Gateway')!
  expect(back).toMatchObject({ kind: 'component', fields: { external: true } })
  expect(back.uuid).not.toBe(gateway)
  expect(all.stored()).toEqual({
    nodes: [
      { uuid: tcu, x: 400, y: 0 },
      { uuid: back.uuid, x: 0, y: 0 },
    ],
    edges: [{ channel: uuidOf(8), from: back.uuid, to: tcu }],
  })
  expect([...all.links.keys()]).toContain(`connects ${back.uuid} ${uuidOf(8)}`)

  store.redo()
  await saved(store)
  expect(titles(all.rows)).toEqual(['CAN 1', 'Data flow', 'TCU'])
  store.undo()
  store.undo()
  await saved(store)
  expect(titles(all.rows)).toEqual(['Data flow', 'Gateway', 'TCU'])
  expect([...all.links.keys()]).toEqual([])
})

test('[DIAGRAM-5] undoing a rename is another change of the model', async () => {
  const all = server([...parts], two)
  const store = all.open()
  store.run(changeAction(all.around(store), all.rows.get(tcu)!, { title: 'Telematics unit' }))
  await saved(store)
  expect(all.rows.get(tcu)).toMatchObject({ title: 'Telematics unit', revision: 2 })
  store.undo()
  await saved(store)
  expect(all.rows.get(tcu)).toMatchObject({ title: 'TCU', revision: 3 })
})

test('[DIAGRAM-6] consecutive keyboard moves of one node are undone together', async () => {
  const all = server([...parts], two)
  const store = all.open()
  for (const x of [8, 16, 24]) {
    const { shown } = store.getState()
    const layout = { ...shown, nodes: shown.nodes.map((node) => (node.uuid === gateway ? { ...node, x } : node)) }
    store.run(moveAction({ ...all.around(store), layout }, shown.nodes), true)
  }
  await saved(store)
  expect(all.stored().nodes[0]).toMatchObject({ x: 24 })
  store.undo()
  await saved(store)
  expect(all.stored()).toEqual(two)
  expect(store.getState().history.past).toEqual([])
})

test('[DIAGRAM-7] two users who move different nodes at once both keep their positions', async () => {
  const all = server([...parts], two)
  const [mine, theirs] = [all.open(), all.open()]
  const moved = (store: typeof mine, uuid: string, y: number) => {
    const { shown } = store.getState()
    store.run(
      moveAction(
        {
          ...all.around(store),
          layout: { ...shown, nodes: shown.nodes.map((node) => (node.uuid === uuid ? { ...node, y } : node)) },
        },
        shown.nodes,
      ),
    )
  }
  moved(mine, gateway, 80)
  await saved(mine)
  moved(theirs, tcu, 160)
  await saved(theirs)
  expect(all.stored().nodes.map(({ y }) => y)).toEqual([80, 160])
  expect(theirs.getState().shown).toEqual(all.stored())
})

test('[DIAGRAM-7] a node that is being dragged stays when another user changes the diagram', async () => {
  const all = server([...parts], two)
  const store = all.open()
  store.preview({ ...two, nodes: [{ uuid: gateway, x: 33, y: 44 }, two.nodes[1]!] })
  store.receive({
    ...all.rows.get(diagramUuid)!,
    revision: 2,
    fields: {
      layout: {
        nodes: [
          { uuid: gateway, x: 1, y: 1 },
          { uuid: tcu, x: 500, y: 5 },
        ],
        edges: [],
      },
    },
  })
  expect(store.getState().shown.nodes).toEqual([
    { uuid: gateway, x: 33, y: 44 },
    { uuid: tcu, x: 500, y: 5 },
  ])
})

test('[DIAGRAM-8] an artefact deleted from the program leaves the layout with the next save', async () => {
  const all = server([...parts], two)
  const store = all.open()
  all.rows.delete(tcu)
  const { shown } = store.getState()
  store.run(
    moveAction(
      { ...all.around(store), layout: { ...shown, nodes: [{ uuid: gateway, x: 8, y: 0 }, shown.nodes[1]!] } },
      shown.nodes,
    ),
  )
  await saved(store)
  expect(all.stored()).toEqual({ nodes: [{ uuid: gateway, x: 8, y: 0 }], edges: [] })
})

test('[DIAGRAM-5] a refused action is reverted on the screen, with the reason', async () => {
  const all = server([...parts], two)
  const store = all.open()
  all.save.mockRejectedValueOnce(new Failure('RULE_REFUSED', { message: 'A program holds at most 30,000 artefacts.' }))
  store.run(addAction(all.around(store), { uuid: uuidOf(7), kind: 'data', title: 'Keys' }, { x: 0, y: 0 }))
  await saved(store)
  expect(store.getState()).toMatchObject({
    shown: two,
    problem: { message: 'A program holds at most 30,000 artefacts.' },
    history: { past: [], future: [] },
  })
})

test('[DIAGRAM-4] arranging never overlaps nodes, and keeps the contents of a boundary inside it', () => {
  const nodes = Array.from({ length: 12 }, (_, n) => ({ uuid: uuidOf(n + 10), x: n * 3, y: n * 2 }))
  const layout: DiagramLayout = {
    nodes: [{ uuid: box, x: -10, y: -20, width: 400, height: 300 }, ...nodes],
    edges: nodes.slice(1).map(({ uuid }) => ({ channel: uuidOf(99), from: nodes[0]!.uuid, to: uuid })),
  }
  const all = server(
    [
      [box, 'boundary', 'Inside'],
      [uuidOf(99), 'channel', 'CAN'],
      ...nodes.map(({ uuid }) => [uuid, 'component', 'C'] as [string, string, string]),
    ],
    layout,
  )
  const after = arrangeAction({ layout, artefacts: all.rows, links: all.links }).layout.nodes.map(
    ({ after: placed }) => placed!,
  )
  const outer = after.find(({ uuid }) => uuid === box)!
  const inner = after.filter(({ uuid }) => uuid !== box)
  for (const a of inner) {
    expect(
      a.x >= outer.x && a.y >= outer.y && a.x + 168 <= outer.x + outer.width! && a.y + 56 <= outer.y + outer.height!,
    ).toBe(true)
    for (const b of inner) if (a !== b) expect(Math.abs(a.x - b.x) >= 168 || Math.abs(a.y - b.y) >= 56).toBe(true)
  }
})
