import { uuidInProgram } from '@carapace/shared/graph/artefacts/artefact-uuid'
import { channelKind } from '@carapace/shared/lifecycle/kinds/item.kinds'
import { type MouseEvent, useState } from 'react'
import { Segments } from '../../graph/editing/segments.tsx'
import { type Pick, PickDialog } from '../item/pick-dialog.tsx'
import { addAction, connectAction, showAction } from './actions.ts'
import { justEdge, justNode, useDiagramEditorContext } from './editor-context.ts'
import { isNodeKind, type NodeKind, nodeKinds } from './elements.ts'
import { edgeKey } from './layout.ts'

type Choice = NodeKind | 'external'

const choices: readonly { readonly key: Choice; readonly label: string }[] = [
  { key: 'component', label: 'Component' },
  { key: 'external', label: 'External' },
  { key: 'system', label: 'System' },
  { key: 'function', label: 'Function' },
  { key: 'feature', label: 'Feature' },
  { key: 'data', label: 'Data' },
]
const boxChoices: typeof choices = [
  { key: 'boundary', label: 'Trust boundary' },
  { key: 'group', label: 'Group' },
  { key: 'environment', label: 'Environment' },
]

interface DialogProps {
  readonly onClose: () => void
}

interface AddDialogProps extends DialogProps {
  /** The position of the new node's middle. */
  readonly at: { readonly x: number; readonly y: number }
}

/** Adds a new node, or an element of the model that this diagram does not show yet. */
export function AddDialog({ at, onClose }: AddDialogProps) {
  const context = useDiagramEditorContext()
  const { layout, artefacts, store, choose, program } = context
  const [kind, setKind] = useState<Choice>('component')
  const real: NodeKind = kind === 'external' ? 'component' : kind
  const shown = new Set(layout.nodes.map(({ uuid }) => uuid))
  const picks = [...artefacts.values()].filter((one) => isNodeKind(one.kind) && !shown.has(one.uuid)).map(asPick)
  const place = (of: NodeKind) => ({ x: at.x - nodeKinds[of].width / 2, y: at.y - nodeKinds[of].height / 2 })
  const around = { ...context, layout: store.getState().shown }
  const done = (uuid: string) => {
    onClose()
    afterFocus(() => choose(justNode(uuid)))
  }
  const make = (title: string) => {
    const uuid = uuidInProgram(program.programUuid, crypto.randomUUID())
    store.run(
      addAction(
        around,
        { uuid, kind: real, title, ...(kind === 'external' && { fields: { external: true } }) },
        place(real),
      ),
    )
    done(uuid)
  }
  const show = (uuid: string) => {
    store.run(showAction(around, uuid, place(artefacts.get(uuid)!.kind as NodeKind)))
    done(uuid)
  }
  const word = [...choices, ...boxChoices].find(({ key }) => key === kind)!.label.toLowerCase()
  return (
    <PickDialog
      title="Add to the diagram"
      label="Name of a new or an existing node"
      picks={picks}
      making={(name) => `New ${word === 'external' ? 'external entity' : word} “${name}”`}
      onPick={show}
      onMake={make}
      onClose={onClose}
    >
      <div className="df-kinds" role="presentation" onClick={toName}>
        <Segments look="wide" label="Kind" segments={choices} chosen={kind} onChoose={setKind} />
        <Segments look="wide" label="Kind of frame" segments={boxChoices} chosen={kind} onChoose={setKind} />
      </div>
    </PickDialog>
  )
}

/**
 * Runs after the dialog has returned the focus to a node, which selects that node: the new one is selected afterwards.
 */
const afterFocus = (choosing: () => void) => requestAnimationFrame(choosing)

/** After choosing a kind by mouse the focus goes to the name; with the keyboard it stays on the kinds. */
function toName({ detail, currentTarget }: MouseEvent<HTMLElement>): void {
  if (detail > 0) currentTarget.parentElement?.querySelector<HTMLElement>('[role="combobox"]')?.focus()
}

const asPick = ({ uuid, code, title }: { uuid: string; code: string; title: string }): Pick => ({
  key: uuid,
  code,
  title,
})

interface ConnectDialogProps extends DialogProps {
  readonly from: string
  /** Absent: the dialog asks for it first. */
  readonly to?: string | undefined
}

/** Connects one node to another: first choose the other node if it is not known, then the channel. */
export function ConnectDialog({ from, to: initialTo, onClose }: ConnectDialogProps) {
  const { layout, artefacts, kindOf } = useDiagramEditorContext()
  const [to, setTo] = useState(initialTo)
  if (to !== undefined) return <ChannelDialog from={from} to={to} onClose={onClose} />
  const others = layout.nodes
    .filter(
      ({ uuid }) =>
        uuid !== from &&
        nodeKinds[kindOf(uuid) as NodeKind] &&
        !['boundary', 'group', 'environment'].includes(kindOf(uuid)),
    )
    .flatMap(({ uuid }) => artefacts.get(uuid) ?? [])
  return (
    <PickDialog
      title={`Connect ${artefacts.get(from)?.title ?? ''} with`}
      label="Node"
      picks={others.map(asPick)}
      onPick={setTo}
      onClose={onClose}
    />
  )
}

function ChannelDialog({ from, to, onClose }: DialogProps & { readonly from: string; readonly to: string }) {
  const context = useDiagramEditorContext()
  const { artefacts, store, choose, layout, program } = context
  const [a, b] = [artefacts.get(from)?.title ?? '', artefacts.get(to)?.title ?? '']
  const drawn = new Set(layout.edges.map(edgeKey))
  const picks = [...artefacts.values()]
    .filter(({ kind }) => kind === channelKind.kind)
    .map((one) => ({
      ...asPick(one),
      ...(drawn.has(edgeKey({ channel: one.uuid, from, to })) && { refusal: 'is drawn here' }),
    }))
  const connect = (uuid: string, title?: string) => {
    store.run(
      connectAction(
        { ...context, layout: store.getState().shown },
        from,
        to,
        title === undefined ? { uuid } : { newUuid: uuid, title },
      ),
    )
    onClose()
    afterFocus(() => choose(justEdge(edgeKey({ channel: uuid, from, to }))))
  }
  return (
    <PickDialog
      title={`From ${a} to ${b}`}
      label="Channel"
      initial={`${a} to ${b}`.slice(0, 200)}
      picks={picks}
      making={(name) => `New channel “${name}”`}
      onPick={(uuid) => connect(uuid)}
      onMake={(name) => connect(uuidInProgram(program.programUuid, crypto.randomUUID()), name)}
      onClose={onClose}
    />
  )
}
