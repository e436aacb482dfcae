import { GridViewIcon } from '@blueprintjs/icons'
import { listPanels, type Panel, savePanel } from '@carapace/shared/msoc/panels/panels.contract'
import type { ReactElement } from 'react'
import { call, messageOf } from '../../core/call/call.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { useRefusal } from '../../core/session/may.ts'
import { useSession } from '../../core/session/session.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { Loaded } from '../../core/ui/loaded.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { toast } from '../../core/ui/toast.ts'
import { useBoardChanges } from '../shifts/use-board.ts'
import { type CardActions, PanelCard } from './panel-card.tsx'
import { PanelDrawer } from './panel-drawer.tsx'
import './panels.css'

interface PanelsPageProps {
  /** The uuid of the panel in the drawer; `new`: one that is not saved yet. */
  readonly edited: string | undefined
  readonly edit: (panel: string | undefined) => void
}

/** One's own and the shared panels in a grid; the drawer changes one (rules PANEL-UI-1, PANEL-UI-4). */
export function PanelsPage({ edited, edit }: PanelsPageProps) {
  usePageTitle('Panels')
  const { data, problem, refetch } = useEndpoint(listPanels, {})
  useBoardChanges(['panels'], refetch)
  const refusal = useRefusal(savePanel)
  const panels = data?.panels
  const chosen = panels?.find(({ uuid }) => uuid === edited)
  const add = <ActButton size="medium" text="New panel" refusal={refusal} onClick={() => edit('new')} />
  return (
    <div className="pn-page">
      <PageHead title="Panels">{add}</PageHead>
      <div className="pn-main">
        <div className="pn-grid-frame">
          <Loaded
            what="The panels"
            data={panels}
            problem={problem}
            onRetry={refetch}
            skeleton={<SkeletonRows rows={6} columns={['1fr', '1fr', '1fr']} />}
          >
            {(shown) => <Grid panels={shown} edit={edit} onChanged={refetch} add={add} />}
          </Loaded>
        </div>
        {edited !== undefined && (edited === 'new' || chosen) && (
          <PanelDrawer key={edited} panel={chosen} onSaved={refetch} onClose={() => edit(undefined)} />
        )}
      </div>
    </div>
  )
}

interface GridProps {
  readonly panels: readonly Panel[]
  readonly edit: (panel: string) => void
  readonly onChanged: () => void
  readonly add: ReactElement
}

function Grid({ panels, edit, onChanged, add }: GridProps) {
  const me = useSession()
  const refusal = useRefusal(savePanel)
  if (panels.length === 0)
    return (
      <EmptyState icon={<GridViewIcon size={24} />} title="No panels" action={add}>
        A panel is a question and a chart: choose what is counted, by what, and over which time.
      </EmptyState>
    )
  const change = (panel: Panel, part: Partial<Pick<Panel, 'position' | 'width' | 'height'>>) =>
    void call(savePanel, { ...inputOf(panel), ...part })
      .catch((failure: unknown) => toast.error(messageOf(failure)))
      .finally(onChanged)
  const actionsOf = (panel: Panel, index: number): CardActions | undefined => {
    if (refusal !== undefined || (panel.owner.uuid !== me?.uuid && me?.role !== 'ADMIN')) return undefined
    return {
      edit: () => edit(panel.uuid),
      back: index === 0 ? undefined : () => change(panel, { position: between(panels[index - 2], panels[index - 1]) }),
      on:
        index === panels.length - 1
          ? undefined
          : () => change(panel, { position: between(panels[index + 1], panels[index + 2]) }),
      resize: (width, height) => change(panel, { width, height }),
    }
  }
  return (
    <div className="pn-grid">
      {panels.map((panel, index) => (
        <PanelCard key={panel.uuid} panel={panel} actions={actionsOf(panel, index)} />
      ))}
    </div>
  )
}

/** A position between two panels; an absent one is the beginning or the end. */
function between(before: Panel | undefined, after: Panel | undefined): number {
  if (after === undefined) return (before?.position ?? 0) + 1
  return ((before?.position ?? 0) + after.position) / 2
}

/** The panel as it is saved. */
export function inputOf({ owner: _owner, ...panel }: Panel) {
  return panel
}
