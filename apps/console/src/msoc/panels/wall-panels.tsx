import { GridViewIcon } from '@blueprintjs/icons'
import { listPanels, type Panel } from '@carapace/shared/msoc/panels/panels.contract'
import type { CSSProperties } from 'react'
import { useEndpoint } from '../../core/call/query.ts'
import { useNow } from '../../core/format/format.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { useBoardChanges } from '../shifts/use-board.ts'
import { PanelResultView } from './panel-card.tsx'
import { queryText } from './texts.ts'
import '../dashboard/wall/wall-panels.css'
import './panels.css'

const refetchEveryMs = 60_000
const shownAtOnce = 6
/** With more panels than fit, the next ones are shown after this time. */
const turnMs = 30_000

/** The panels that are chosen for the wall, six at a time (rule PANEL-UI-5). */
export function WallPanels() {
  const { data, problem, refetch } = useEndpoint(listPanels, {}, { refetchEveryMs })
  useBoardChanges(['panels'], refetch)
  const now = useNow(turnMs)
  const chosen = data?.panels.filter(({ on_wall: isOnWall }) => isOnWall) ?? []
  const pages = Math.max(1, Math.ceil(chosen.length / shownAtOnce))
  const first = (Math.floor(now / turnMs) % pages) * shownAtOnce
  if (data === undefined && problem !== undefined)
    return (
      <p className="wp-problem" role="alert">
        The panels did not load: {problem}
      </p>
    )
  if (data !== undefined && chosen.length === 0)
    return (
      <EmptyState icon={<GridViewIcon size={24} />} title="No panels">
        Choose “On the wall” in a panel of the dashboard.
      </EmptyState>
    )
  const shown = chosen.slice(first, first + shownAtOnce)
  return (
    <div className="pn-wall" style={{ '--across': Math.min(3, shown.length) } as CSSProperties}>
      {shown.map((panel) => (
        <WallPanel key={panel.uuid} panel={panel} />
      ))}
    </div>
  )
}

function WallPanel({ panel: { name, query, chart } }: { readonly panel: Panel }) {
  return (
    <section className="wp-box pn-wall-panel" aria-label={name}>
      <header>
        <h2>{name}</h2>
        <span className="wp-second">{queryText(query)}</span>
      </header>
      <div className="pn-body">
        <PanelResultView query={query} chart={chart} />
      </div>
    </section>
  )
}
