import { Menu, MenuItem } from '@blueprintjs/core'
import { AddIcon, FlowLinearIcon, FlowsIcon, LayoutAutoIcon } from '@blueprintjs/icons'
import { uuidInProgram } from '@carapace/shared/graph/artefacts/artefact-uuid'
import type { Artefact, ArtefactInput } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { messageOf } from '../../core/call/call.ts'
import { ReactFlowProvider, useReactFlow } from '../../core/flow/flow.tsx'
import { number } from '../../core/format/format.ts'
import { usePageFact } from '../../core/page/page-facts.ts'
import { UndoButtons } from '../../core/ui/undo-buttons.tsx'
import { ExportButton } from '../../core/ui/export-button.tsx'
import { ActButton } from '../../core/ui/act-button.tsx'
import { ConfirmDialog } from '../../core/ui/confirm-dialog.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { OthersHere } from '../../core/ui/others-here.tsx'
import { toast } from '../../core/ui/toast.ts'
import { dependentsOf, dependentsText } from '../../graph/links/dependents.ts'
import { tried } from '../../graph/page/page-context.tsx'
import { EditorDrawer, EditorDrawerButton, useEditorDrawer } from '../../graph/drawer/editor-drawer.tsx'
import { type ProgramStore, useGraph } from '../../graph/store/program-store.ts'
import { StatusMenu } from '../../graph/editing/status-menu.tsx'
import { arrangeAction, deleteAction, hideAction } from './actions.ts'
import {
  type Chosen,
  type DiagramEditorContext,
  DiagramEditorContextProvider,
  nothingChosen,
} from './editor-context.ts'
import { DiagramCanvas, fitting } from './diagram-canvas.tsx'
import { diagramStore, type DiagramStore } from './diagram.store.ts'
import { ElementPanel } from './element-panel.tsx'
import { exportPng, exportSvg, paletteNow } from '../../core/picture/export.ts'
import { edgeKey, pruned } from './layout.ts'
import { AddDialog, ConnectDialog } from './node-dialogs.tsx'
import { pictureOf } from './picture.ts'
import { useDiagramKeys } from './use-diagram-keys.ts'
import '../../graph/tree/tree-editor.css'
import './diagram.css'

interface DiagramEditorProps {
  readonly program: ProgramStore
  /** Including its layout. */
  readonly diagram: Artefact
  readonly refusal: string | undefined
}

/**
 * The editor of one data-flow diagram, which also edits the model of the item (rules DIAGRAM-1 to DIAGRAM-11).
 */
export function DiagramEditor(props: DiagramEditorProps) {
  const store = useDiagramStore(props)
  return (
    <ReactFlowProvider>
      <Open {...props} store={store} />
    </ReactFlowProvider>
  )
}

function useDiagramStore({ program, diagram }: DiagramEditorProps): DiagramStore {
  const [store] = useState(() =>
    diagramStore({
      diagram,
      model: {
        artefact: (uuid) => program.state.getState().artefacts.get(uuid),
        save: ({ artefacts, ...links }) =>
          program.save({ ...links, artefacts: artefacts.map((input) => ofProject(input, diagram)) }),
        remove: program.remove,
        read: async (uuid) => (await program.whole(uuid)).artefact,
      },
      fresh: () => uuidInProgram(program.programUuid, crypto.randomUUID()),
    }),
  )
  const revision = useGraph(program, ({ artefacts }) => artefacts.get(diagram.uuid)?.revision ?? 0)
  const isSaving = useStore(store, (state) => state.isSaving)
  useEffect(() => {
    if (isSaving || revision <= store.getState().revision) return
    // a failure here is reported by the next action of the user
    program.whole(diagram.uuid).then(
      ({ artefact }) => store.receive(artefact),
      () => undefined,
    )
  }, [revision, isSaving, program, diagram.uuid, store])
  const problem = useStore(store, (state) => state.problem)
  useEffect(
    () => void (problem !== undefined && toast.error(`It was not saved, and is as it was: ${messageOf(problem)}`)),
    [problem],
  )
  return store
}

/** A new artefact belongs to the project of the diagram in which it is created. */
function ofProject(input: ArtefactInput, { project_uuid: project }: Artefact): ArtefactInput {
  return input.uuid !== undefined || project === null ? input : { ...input, project_uuid: project }
}

type DiagramDialog =
  | { readonly what: 'add'; readonly at: { x: number; y: number } }
  | { readonly what: 'connect'; readonly from: string; readonly to?: string }
  | { readonly what: 'delete'; readonly uuids: readonly string[] }

function Open(props: DiagramEditorProps & { readonly store: DiagramStore }) {
  const context = useDiagramEditorContextValue(props)
  const { store, chosen, choose, refusal, artefacts, layout, program } = context
  const { screenToFlowPosition, fitView } = useReactFlow()
  const [dialog, setDialog] = useState<DiagramDialog>()
  const around = () => ({ ...context, layout: store.getState().shown })
  const one = chosenArtefact(context)
  const acts = {
    add: () => {
      const box = document.querySelector('.df-canvas')!.getBoundingClientRect()
      setDialog({ what: 'add', at: screenToFlowPosition({ x: box.x + box.width / 2, y: box.y + box.height / 2 }) })
    },
    connect: () => chosen.nodes.size === 1 && setDialog({ what: 'connect', from: [...chosen.nodes][0]! }),
    hide: () => {
      store.run(hideAction(around(), chosen.nodes, chosen.edges))
      choose(nothingChosen)
    },
    remove: () => setDialog({ what: 'delete', uuids: chosenUuids(context) }),
    arrange: () => {
      store.run(arrangeAction(around()))
      requestAnimationFrame(() => void fitView(fitting)) // once they are drawn at their new positions
    },
  }
  const drawer = useEditorDrawer({
    program,
    artefact: context.diagram,
    refusal,
    isSomethingChosen: one !== undefined,
    chooseNothing: () => choose(nothingChosen),
  })
  useDiagramKeys(context, acts, drawer)
  usePageFact('Diagram', `${counted(layout.nodes.length, 'node')}, ${counted(layout.edges.length, 'line')}`)
  const remove = async (uuids: readonly string[]) => {
    setDialog(undefined)
    try {
      const whole = await Promise.all(uuids.map(async (uuid) => (await program.whole(uuid)).artefact))
      store.run(deleteAction(around(), whole))
      choose(nothingChosen)
    } catch (problem) {
      toast.error(messageOf(problem))
    }
  }
  return (
    <DiagramEditorContextProvider value={context}>
      <div className="te-page">
        <Head context={context} drawer={drawer} onAdd={acts.add} onConnect={acts.connect} onArrange={acts.arrange} />
        <div className="te-body">
          <div className="te-main">
            <DiagramCanvas
              onConnect={(from, to) => refusal === undefined && setDialog({ what: 'connect', from, to })}
            />
            {layout.nodes.length === 0 && (
              <div className="df-nothing">
                <EmptyState
                  icon={<FlowLinearIcon size={24} />}
                  title="Nothing is drawn yet"
                  action={
                    <ActButton icon={<AddIcon />} refusal={refusal} onClick={acts.add}>
                      Add the first node
                    </ActButton>
                  }
                >
                  A node is a part of the item, or something that communicates with it. Connect two nodes by a channel,
                  and draw trust boundaries around them.
                </EmptyState>
              </div>
            )}
          </div>
          {one && <ElementPanel artefact={one} onHide={acts.hide} onDelete={acts.remove} />}
          <EditorDrawer drawer={drawer} />
        </div>
        {dialog?.what === 'add' && <AddDialog at={dialog.at} onClose={() => setDialog(undefined)} />}
        {dialog?.what === 'connect' && (
          <ConnectDialog from={dialog.from} to={dialog.to} onClose={() => setDialog(undefined)} />
        )}
        {dialog?.what === 'delete' && dialog.uuids.length > 0 && (
          <ConfirmDialog
            isOpen
            title={
              dialog.uuids.length === 1
                ? `Delete ${artefacts.get(dialog.uuids[0]!)?.title ?? 'it'} from the model?`
                : `Delete ${dialog.uuids.length} artefacts from the model?`
            }
            action="Delete"
            isDanger
            onConfirm={() => void remove(dialog.uuids)}
            onClose={() => setDialog(undefined)}
          >
            {dependentsText(dependentsOf(program.state.getState(), dialog.uuids), dialog.uuids.length)}{' '}
            {dialog.uuids.length === 1 ? 'It is' : 'They are'} deleted from every table and diagram, with all links. To
            remove {dialog.uuids.length === 1 ? 'it' : 'them'} only from this diagram, hide{' '}
            {dialog.uuids.length === 1 ? 'it' : 'them'}.
          </ConfirmDialog>
        )}
      </div>
    </DiagramEditorContextProvider>
  )
}

function useDiagramEditorContextValue({
  program,
  diagram,
  refusal,
  store,
}: DiagramEditorProps & { readonly store: DiagramStore }): DiagramEditorContext {
  const shown = useStore(store, (state) => state.shown)
  const { artefacts, links } = useGraph(program, (graph) => graph)
  const [chosen, choose] = useState<Chosen>(nothingChosen)
  const layout = useMemo(() => pruned(shown, (uuid) => artefacts.has(uuid)), [shown, artefacts])
  return {
    program,
    store,
    diagram,
    layout,
    artefacts,
    links,
    kindOf: (uuid) => artefacts.get(uuid)?.kind ?? '',
    chosen,
    choose,
    refusal,
  }
}

const counted = (count: number, what: string) => `${number(count)} ${what}${count === 1 ? '' : 's'}`

/** The artefacts of the selection: of a line its channel. */
function chosenUuids({ chosen, layout }: DiagramEditorContext): string[] {
  return [
    ...new Set([
      ...chosen.nodes,
      ...layout.edges.filter((edge) => chosen.edges.has(edgeKey(edge))).map(({ channel }) => channel),
    ]),
  ]
}

function chosenArtefact(context: DiagramEditorContext): Artefact | undefined {
  const uuids = chosenUuids(context)
  return uuids.length === 1 ? context.artefacts.get(uuids[0]!) : undefined
}

interface HeadProps {
  readonly context: DiagramEditorContext
  readonly drawer: EditorDrawer
  readonly onAdd: () => void
  readonly onConnect: () => void
  readonly onArrange: () => void
}

function Head({ context: desk, drawer, onAdd, onConnect, onArrange }: HeadProps) {
  const { program, store, diagram, refusal, chosen, layout, artefacts } = desk
  const { past, future } = useStore(store, ({ history }) => history)
  const isSaving = useStore(store, (state) => state.isSaving)
  const title = artefacts.get(diagram.uuid)?.title ?? diagram.title
  const picture = () => pictureOf(`${diagram.code} ${title}`, layout, (uuid) => artefacts.get(uuid), paletteNow())
  const exports = (
    <Menu aria-label="Export">
      <MenuItem roleStructure="menuitem" text="Picture as SVG" onClick={() => exportSvg(picture())} />
      <MenuItem
        roleStructure="menuitem"
        text="Picture as PNG"
        onClick={() => void exportPng(picture()).catch((problem: unknown) => toast.error(messageOf(problem)))}
      />
    </Menu>
  )
  return (
    <header className="te-head">
      <h1 title={title}>{title}</h1>
      <StatusMenu
        kind="diagram"
        code={diagram.code}
        status={drawer.artefact.status}
        refusal={refusal}
        onChoose={(status) =>
          void tried(() =>
            program.save({
              artefacts: [{ uuid: diagram.uuid, revision: drawer.artefact.revision, kind: 'diagram', status }],
            }),
          )
        }
      />
      <span className="c-note" role="status">
        {isSaving ? 'Saving' : past.length > 0 ? 'Saved' : ''}
      </span>
      <div className="te-tools">
        <OthersHere />
        <UndoButtons
          past={past}
          future={future}
          refusal={refusal}
          onUndo={() => store.undo()}
          onRedo={() => store.redo()}
        />
        <ActButton size="medium" icon={<LayoutAutoIcon />} keys="l" refusal={refusal} onClick={onArrange}>
          Arrange
        </ActButton>
        <ActButton
          size="medium"
          icon={<FlowsIcon />}
          keys="e"
          refusal={refusal}
          disabled={chosen.nodes.size !== 1}
          onClick={onConnect}
        >
          Connect
        </ActButton>
        <ExportButton menu={exports} />
        <EditorDrawerButton drawer={drawer} />
        <ActButton
          size="medium"
          intent="primary"
          variant="solid"
          icon={<AddIcon />}
          keys="n"
          refusal={refusal}
          onClick={onAdd}
        >
          Node
        </ActButton>
      </div>
    </header>
  )
}
