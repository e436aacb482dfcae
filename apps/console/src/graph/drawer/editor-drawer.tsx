import { Button } from '@blueprintjs/core'
import { ChatIcon, DrawerRightFilledIcon } from '@blueprintjs/icons'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { type KeyboardEvent, Suspense, useMemo } from 'react'
import { useStore } from 'zustand'
import type { Hotkey } from '../../core/hotkeys/hotkeys.ts'
import { Badge } from '../../core/ui/status-badge.tsx'
import { Tooltip } from '../../core/ui/tooltip.tsx'
import { useLeaveWarning } from '../../core/page/use-leave-warning.ts'
import { ArtefactDrawer } from './artefact-drawer.tsx'
import { besideEditor, firstPart } from './beside-editor.ts'
import { type PageContext, PageContextProvider } from '../page/page-context.tsx'
import { editsOn } from '../editing/edits.ts'
import { suspectsAt } from '../store/graph-state.ts'
import { type ProgramStore, useGraph } from '../store/program-store.ts'
import { useAddress } from '../page/use-address.ts'

/** The drawer of an artefact that has its own editor page. */
export interface EditorDrawer {
  readonly artefact: Artefact
  readonly context: PageContext
  /** Whether the address names a tab of it. */
  readonly isOpen: boolean
  /** Whether it is open and nothing on the canvas is selected: the panel of a selection takes precedence. */
  readonly isShown: boolean
  readonly show: () => void
  readonly close: () => void
}

interface EditorDrawerOptions {
  readonly program: ProgramStore
  /** As it was when the editor was opened. */
  readonly artefact: Artefact
  readonly refusal: string | undefined
  readonly isSomethingChosen: boolean
  readonly chooseNothing: () => void
}

/** Opens and closes the drawer beside an editor. Its state is in the address (rule GRAPH-UI-19). */
export function useEditorDrawer({
  program,
  artefact: { uuid, kind },
  artefact,
  refusal,
  isSomethingChosen,
  chooseNothing,
}: EditorDrawerOptions): EditorDrawer {
  const { search, go } = useAddress()
  const now = useGraph(program, ({ artefacts }) => artefacts.get(uuid)) ?? artefact
  const edits = useMemo(() => editsOn(program), [program])
  useLeaveWarning(useStore(edits.state, ({ all }) => all.size > 0))
  const context = useMemo<PageContext>(
    () => ({
      program,
      edits,
      refusal,
      kind,
      search,
      go: (change, replace) => go(besideEditor(search, change), replace),
    }),
    [program, edits, refusal, kind, search, go],
  )
  const isOpen = search.part !== undefined
  const show = () => {
    chooseNothing()
    if (!isOpen) context.go({ part: firstPart })
  }
  return {
    artefact: now,
    context,
    isOpen,
    isShown: isOpen && !isSomethingChosen,
    show,
    close: () => isOpen && context.go({ open: undefined }),
  }
}

export const drawerKey = ({ isShown, show, close }: EditorDrawer, group: string): Hotkey => ({
  keys: 'i',
  title: 'Its trace, details, history, comments and review',
  group,
  run: isShown ? close : show,
})

/**
 * The drawer of the artefact beside its canvas. Unsaved input in it is kept while an element of the canvas is shown.
 */
export function EditorDrawer({ drawer: { artefact, context, isOpen, isShown } }: { readonly drawer: EditorDrawer }) {
  if (!isOpen) return null
  return (
    <PageContextProvider value={context}>
      <div className="gr-beside" hidden={!isShown} onKeyDown={keepKeys}>
        <Suspense>
          <ArtefactDrawer artefact={artefact} isAlone />
        </Suspense>
      </div>
    </PageContextProvider>
  )
}

/** Keys that scroll or press something in the drawer have no effect on the canvas. */
function keepKeys(event: KeyboardEvent): void {
  if (/^(Arrow.*|Enter|Delete| )$/.test(event.key)) event.stopPropagation()
}

/** The button that opens the drawer. It shows whether the artefact is suspect and whether it has comments. */
export function EditorDrawerButton({
  drawer: { artefact, context, isShown, show, close },
}: {
  readonly drawer: EditorDrawer
}) {
  const doubts = useGraph(context.program, (graph) => suspectsAt(graph, artefact.uuid).length)
  const { code, comments } = artefact
  return (
    <Tooltip text="Trace, details, history, comments, review" keys="i">
      <Button
        variant="outlined"
        icon={<DrawerRightFilledIcon />}
        active={isShown}
        aria-expanded={isShown}
        onClick={isShown ? close : show}
      >
        <span className="gr-drawer-way">
          <span className="mono">{code}</span>
          {doubts > 0 && <Badge tone="yellow">Suspect</Badge>}
          {comments > 0 && (
            <span className="gr-comments num">
              <ChatIcon size={12} title={comments === 1 ? 'Open comment' : 'Open comments'} />
              {comments}
            </span>
          )}
        </span>
      </Button>
    </Tooltip>
  )
}
