import { Button, Menu, MenuItem } from '@blueprintjs/core'
import { AddIcon, ChevronDownIcon, ChevronUpIcon } from '@blueprintjs/icons'
import { type KeyboardEvent, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { useStore } from 'zustand'
import { messageOf } from '../../core/call/call.ts'
import { number } from '../../core/format/format.ts'
import { exportPng, exportSvg, paletteNow } from '../../core/picture/export.ts'
import { UndoButtons } from '../../core/ui/undo-buttons.tsx'
import { ExportButton } from '../../core/ui/export-button.tsx'
import { Unsaved } from '../../graph/tree/unsaved.tsx'
import { ActButton } from '../../core/ui/act-button.tsx'
import { OthersHere } from '../../core/ui/others-here.tsx'
import { SearchField } from '../../core/ui/search-field.tsx'
import { toast } from '../../core/ui/toast.ts'
import { IconButton } from '../../core/ui/tooltip.tsx'
import { type EditorDrawer, EditorDrawerButton } from '../../graph/drawer/editor-drawer.tsx'
import { StatusMenu } from '../../graph/editing/status-menu.tsx'
import { placeOf, tried } from '../../graph/page/page-context.tsx'
import { useGraph } from '../../graph/store/program-store.ts'
import { type FaultTreeContext, useFaultTreeContext } from './editor-context.ts'
import { exportCsv, exportCutSets, exportOpenPsa } from './exports.ts'
import { asilText } from '../asil-badge.tsx'
import { asilOn } from '../safety.ts'
import { goalsOf } from './goals.ts'
import { nodesWith } from './places.ts'
import { treePicture } from './picture.ts'

interface TreeHeadProps {
  readonly drawer: EditorDrawer
  readonly onNew: () => void
}

/** The tree's name, its search, and the actions for the whole tree. */
export function TreeHead({ drawer, onNew }: TreeHeadProps) {
  const context = useFaultTreeContext()
  const { store, artefact, refusal, program, foldBelow } = context
  const { past, future, problem } = useStore(store)
  const now = useGraph(program, (graph) => graph.artefacts.get(artefact.uuid)) ?? artefact
  const setStatus = (to: typeof now.status) =>
    tried(() =>
      program.save({
        artefacts: [{ uuid: artefact.uuid, revision: store.getState().revision, kind: 'fault-tree', status: to }],
      }),
    )
  return (
    <header className="te-head">
      <h1 title={now.title}>{now.title}</h1>
      <StatusMenu
        kind="fault-tree"
        code={artefact.code}
        status={now.status}
        refusal={refusal}
        onChoose={(to) => void setStatus(to)}
      />
      <Goals context={context} />
      <div className="te-tools">
        <OthersHere />
        <Search context={context} />
        <span className="te-tool">
          <Button
            variant="minimal"
            size="small"
            title="Fold all below the second level (c)"
            onClick={() => foldBelow(2)}
          >
            Collapse
          </Button>
          <Button variant="minimal" size="small" title="Unfold all (x)" onClick={() => foldBelow(Infinity)}>
            Expand
          </Button>
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
          Event
        </ActButton>
      </div>
      <Unsaved problem={problem} onSave={() => void store.save()} />
    </header>
  )
}

/** The safety goals that the tree analyses, as links. */
function Goals({ context: { program, artefact } }: { readonly context: FaultTreeContext }) {
  const graph = useGraph(program, (state) => state)
  const goals = goalsOf(graph, artefact.uuid)
  if (goals.length === 0) return <span className="te-about">of no safety goal</span>
  return (
    <span className="te-about">
      {goals.slice(0, 3).map((goal) => {
        const asil = asilOn(graph, goal.uuid)
        const place = placeOf(program.programUuid, goal)
        const text = asil === null ? goal.code : `${goal.code}, ${asilText(asil)}`
        return place ? (
          <Link key={goal.uuid} {...(place as object as { to: '.' })} title={goal.title}>
            {text}
          </Link>
        ) : (
          <span key={goal.uuid}>{text}</span>
        )
      })}
      {goals.length > 3 && <span className="num"> +{goals.length - 3}</span>}
    </span>
  )
}

/** Finds nodes by words; Enter goes to the next one (rule FTA-UI-8). */
function Search({ context: { tree, words, setWords, found, reveal } }: { readonly context: FaultTreeContext }) {
  const [at, setAt] = useState(-1)
  const go = (by: number, hits = found, from = at) => {
    if (hits.length === 0) return
    const next = (from + by + hits.length) % hits.length
    setAt(next)
    reveal(hits[next]!)
  }
  const onKeyDown = ({ key, shiftKey, target }: KeyboardEvent) => {
    if (key !== 'Enter' || !(target instanceof HTMLInputElement)) return
    // the words may have been typed just now
    const typed = target.value.trim()
    const isNew = typed !== words
    go(shiftKey ? -1 : 1, isNew ? nodesWith(tree, typed) : found, isNew ? -1 : at)
  }
  return (
    <span className="te-tool" onKeyDown={onKeyDown}>
      <SearchField
        value={words}
        label="Find a node"
        placeholder="Find a node"
        onSearch={(next) => {
          if (next === words) return
          setWords(next)
          setAt(-1)
        }}
      />
      {words !== '' && (
        <>
          <span className="c-note num" role="status">
            {at >= 0 && found.length > 0 ? `${at + 1} of ${number(found.length)}` : number(found.length)}
          </span>
          <IconButton
            icon={<ChevronUpIcon />}
            label="Previous"
            keys="Shift-Enter"
            disabled={found.length === 0}
            onClick={() => go(-1)}
          />
          <IconButton
            icon={<ChevronDownIcon />}
            label="Next"
            keys="Enter"
            disabled={found.length === 0}
            onClick={() => go(1)}
          />
        </>
      )}
    </span>
  )
}

function ExportMenu({ context }: { readonly context: FaultTreeContext }) {
  const { artefact, analysis, places, tree } = context
  const picture = () =>
    treePicture({
      title: `${artefact.code} ${artefact.title}`,
      places,
      on: analysis.on,
      events: analysis.events,
      palette: paletteNow(),
    })
  const failing = (problem: unknown) => toast.error(messageOf(problem))
  return (
    <Menu aria-label="Export">
      <MenuItem roleStructure="menuitem" text="Picture as SVG" onClick={() => exportSvg(picture())} />
      <MenuItem
        roleStructure="menuitem"
        text="Picture as PNG"
        onClick={() => void exportPng(picture()).catch(failing)}
      />
      <MenuItem roleStructure="menuitem" text="Tree as Open-PSA" onClick={() => exportOpenPsa(context)} />
      <MenuItem roleStructure="menuitem" text="Tree as CSV" onClick={() => exportCsv(artefact, tree)} />
      <MenuItem
        roleStructure="menuitem"
        text="Minimal cut sets as CSV"
        disabled={analysis.result === undefined || analysis.isComputing}
        onClick={() => void exportCutSets(context).catch(failing)}
      />
    </Menu>
  )
}
