import { Menu, MenuItem } from '@blueprintjs/core'
import { AddIcon } from '@blueprintjs/icons'
import { controlScenarios } from '@carapace/shared/lifecycle/rating/assessment'
import { feasibilityMethods } from '@carapace/shared/lifecycle/methods/method'
import { useStore } from 'zustand'
import { messageOf } from '../../core/call/call.ts'
import { UndoButtons } from '../../core/ui/undo-buttons.tsx'
import { ExportButton } from '../../core/ui/export-button.tsx'
import { Unsaved } from '../../graph/tree/unsaved.tsx'
import { ActButton } from '../../core/ui/act-button.tsx'
import { OthersHere } from '../../core/ui/others-here.tsx'
import { toast } from '../../core/ui/toast.ts'
import { tried } from '../../graph/page/page-context.tsx'
import { type EditorDrawer, EditorDrawerButton } from '../../graph/drawer/editor-drawer.tsx'
import { useGraph } from '../../graph/store/program-store.ts'
import { Segments } from '../../graph/editing/segments.tsx'
import { StatusMenu } from '../../graph/editing/status-menu.tsx'
import { exportPng, exportSvg, paletteNow } from '../../core/picture/export.ts'
import { type TreeEditorContext, useTreeEditorContext } from './editor-context.ts'
import { treePicture } from './picture.ts'
import { colouredSteps, placesOn } from './rating.ts'
import { methodWords, scenarioSwitch } from './words.ts'

interface TreeHeadProps {
  readonly drawer: EditorDrawer
  readonly onNew: () => void
}

/** The tree's name, and the switches and actions for the whole tree. */
export function TreeHead({ drawer, onNew }: TreeHeadProps) {
  const context = useTreeEditorContext()
  const { store, artefact, threat, impact, view, setMethod, setScenario, refusal, program } = context
  const { past, future, problem } = useStore(store)
  const status = useGraph(program, (graph) => graph.artefacts.get(artefact.uuid)?.status) ?? artefact.status
  const shown = threat ?? artefact
  const setStatus = (to: typeof status) =>
    tried(() =>
      program.save({
        artefacts: [{ uuid: artefact.uuid, revision: store.getState().revision, kind: 'attack-tree', status: to }],
      }),
    )
  return (
    <header className="te-head">
      <h1 title={shown.title}>{shown.title}</h1>
      <StatusMenu
        kind="attack-tree"
        code={artefact.code}
        status={status}
        refusal={refusal}
        onChoose={(to) => void setStatus(to)}
      />
      <span className="te-about">
        {threat ? [threat.code, impact && `${impact} impact`].filter(Boolean).join(', ') : 'custom tree'}
      </span>
      <div className="te-tools">
        <OthersHere />
        <span className="te-tool">
          <span className="te-label">Controls</span>
          <Segments
            look="switch"
            label="Controls that count"
            segments={controlScenarios.map((key) => ({ key, label: scenarioSwitch[key] }))}
            chosen={view.scenario}
            onChoose={setScenario}
          />
        </span>
        <span className="te-tool">
          <span className="te-label">Method</span>
          <Segments
            look="switch"
            label="Method"
            segments={feasibilityMethods.map((key) => ({ key, label: methodWords[key] }))}
            chosen={view.method}
            onChoose={setMethod}
          />
        </span>
        <UndoButtons
          past={past}
          future={future}
          refusal={refusal}
          onUndo={() => store.undo()}
          onRedo={() => store.redo()}
        />
        <ExportButton menu={<ExportMenu context={context} />} />
        <EditorDrawerButton drawer={drawer} />
        <ActButton
          size="medium"
          intent="primary"
          variant="solid"
          icon={<AddIcon />}
          keys="n"
          refusal={refusal}
          onClick={onNew}
        >
          Step
        </ActButton>
      </div>
      <Unsaved problem={problem} onSave={() => void store.save()} />
    </header>
  )
}

function ExportMenu({ context }: { readonly context: TreeEditorContext }) {
  const { places, rated, view, threat, artefact, path, program } = context
  const picture = () => {
    const { artefacts } = program.state.getState()
    const on = rated ? placesOn(places, rated.sets, colouredSteps(rated, view, path)) : new Set<string>()
    const shown = threat ?? artefact
    return treePicture({
      title: `${shown.code} ${shown.title}`,
      rootCode: shown.code,
      places,
      rated,
      view,
      on,
      controls: (uuid) => artefacts.get(uuid),
      palette: paletteNow(),
    })
  }
  return (
    <Menu aria-label="Export">
      <MenuItem roleStructure="menuitem" text="Picture as SVG" onClick={() => exportSvg(picture())} />
      <MenuItem
        roleStructure="menuitem"
        text="Picture as PNG"
        onClick={() => void exportPng(picture()).catch((problem: unknown) => toast.error(messageOf(problem)))}
      />
    </Menu>
  )
}
