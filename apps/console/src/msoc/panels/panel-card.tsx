import { Button } from '@blueprintjs/core'
import { ArrowLeftIcon, ArrowRightIcon, EditIcon, MaximizeIcon, MinimizeIcon } from '@blueprintjs/icons'
import type { PanelQuery } from '@carapace/shared/msoc/panels/panel-query'
import { type Panel, type PanelChart as ChartName, runPanel } from '@carapace/shared/msoc/panels/panels.contract'
import { type CSSProperties, type ReactElement, useId } from 'react'
import { useEndpoint } from '../../core/call/query.ts'
import { Loaded } from '../../core/ui/loaded.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { PanelChart } from './panel-chart.tsx'
import { queryText } from './texts.ts'

const refetchEveryMs = 60_000

interface PanelResultProps {
  readonly query: PanelQuery
  readonly chart: ChartName
  /** False while the query is being changed: the server would refuse it. */
  readonly isReady?: boolean
}

/** A query's result, requested again each minute. */
export function PanelResultView({ query, chart, isReady = true }: PanelResultProps) {
  const { data, problem, refetch } = useEndpoint(
    runPanel,
    { query },
    { keepPrevious: false, refetchEveryMs, enabled: isReady },
  )
  return (
    <Loaded
      what="The panel"
      data={data}
      problem={problem}
      onRetry={refetch}
      skeleton={<SkeletonRows rows={4} columns={['1fr', '2fr', '60px']} />}
    >
      {(result) => <PanelChart result={result} query={query} chart={chart} />}
    </Loaded>
  )
}

export interface CardActions {
  readonly edit: () => void
  /** Absent at the beginning or the end of the grid. */
  readonly back?: (() => void) | undefined
  readonly on?: (() => void) | undefined
  readonly resize: (width: number, height: number) => void
}

interface PanelCardProps {
  readonly panel: Panel
  /** Absent: this user may not change it. */
  readonly actions?: CardActions | undefined
}

/** One panel of the grid (rule PANEL-UI-1). */
export function PanelCard({ panel, actions }: PanelCardProps) {
  const { name, query, chart, width, height, shared, owner } = panel
  const id = useId()
  return (
    <section
      className="c-panel pn-card"
      aria-labelledby={id}
      style={{ '--columns': width, '--rows': height } as CSSProperties}
    >
      <header className="c-panel-head">
        <h2 id={id}>{name}</h2>
        <span className="pn-facts">
          {queryText(query)}
          {shared && `, shared by ${owner.name}`}
        </span>
        {actions && <CardButtons name={name} width={width} height={height} actions={actions} />}
      </header>
      <div className="pn-body">
        <PanelResultView query={query} chart={chart} />
      </div>
    </section>
  )
}

interface CardButtonsProps {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly actions: CardActions
}

function CardButtons({ name, width, height, actions: { edit, back, on, resize } }: CardButtonsProps) {
  const button = (label: string, icon: ReactElement, act: (() => void) | undefined) => (
    <Button
      size="small"
      variant="minimal"
      icon={icon}
      aria-label={`${label}: ${name}`}
      title={label}
      disabled={act === undefined}
      onClick={act}
    />
  )
  // wider first, then higher; back to one field at the end
  const larger = width < 4 ? () => resize(width + 1, height) : height < 3 ? () => resize(width, height + 1) : undefined
  const smaller = height > 1 ? () => resize(width, height - 1) : width > 1 ? () => resize(width - 1, height) : undefined
  return (
    <span className="pn-buttons">
      {button('Move back', <ArrowLeftIcon />, back)}
      {button('Move on', <ArrowRightIcon />, on)}
      {button('Smaller', <MinimizeIcon />, smaller)}
      {button('Larger', <MaximizeIcon />, larger)}
      {button('Edit', <EditIcon />, edit)}
    </span>
  )
}
