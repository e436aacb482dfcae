import { Button } from '@blueprintjs/core'
import { CrossIcon, PlusIcon, PolygonFilterIcon } from '@blueprintjs/icons'
import type { Geofence } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { number, sentenceCase } from '../../../core/format/format.ts'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { ErrorState } from '../../../core/ui/error-state.tsx'
import { SeverityGlyph } from '../../../core/ui/severity-glyph.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { IconButton, Tooltip } from '../../../core/ui/tooltip.tsx'
import { loadAreas } from './areas.ts'
import { radiusText } from './circle.ts'
import { draftOf, newDraft } from './draft.ts'
import { GeofenceForm } from './geofence-form.tsx'
import { useMayDraw } from './may-draw.ts'
import { useLiveMap, useLiveMapState } from '../live-map-context.ts'
import './geofence-panel.css'

/** The geofences whose outlines vehicles should not cross: the list, or the area that is being drawn. */
export function GeofencePanel() {
  const draft = useLiveMapState((state) => state.draft)
  return (
    <aside className="lm-panel lm-drawer gf" aria-label="Geofences">
      {draft ? <GeofenceForm draft={draft} /> : <GeofenceList />}
    </aside>
  )
}

function GeofenceList() {
  const { page } = useLiveMap()
  const { list, problem } = useLiveMapState((state) => state.areas)
  return (
    <>
      <header className="gf-head">
        <h2>Geofences</h2>
        <span className="num lm-faint">{list && number(list.length)}</span>
        <span className="gf-buttons">
          <NewArea />
          <IconButton
            icon={<CrossIcon />}
            label="Close the geofences"
            size="small"
            onClick={() => page.setState({ areasOpen: false })}
          />
        </span>
      </header>
      {problem !== undefined && !list && (
        <ErrorState title="The geofences did not load" onRetry={() => void loadAreas(page)}>
          {problem}
        </ErrorState>
      )}
      {problem === undefined && !list && <SkeletonRows rows={4} columns={['1fr', '64px']} rowHeight={49} />}
      {list?.length === 0 && (
        <EmptyState icon={<PolygonFilterIcon size={24} />} title="No geofences yet" action={<NewArea />}>
          Draw an area that vehicles should not leave, or not enter. A vehicle that does raises an alert.
        </EmptyState>
      )}
      {list !== undefined && list.length > 0 && (
        <ul className="gf-list" tabIndex={0} aria-label="Geofences">
          {list.map((area) => (
            <li key={area.uuid}>
              <AreaRow area={area} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function NewArea() {
  const { page } = useLiveMap()
  const mayDraw = useMayDraw()
  const button = (
    <Button
      size="small"
      icon={<PlusIcon />}
      disabled={!mayDraw}
      onClick={() => page.setState({ draft: newDraft(), geofences: true })}
    >
      Draw a geofence
    </Button>
  )
  return mayDraw ? (
    button
  ) : (
    <Tooltip text="Your role reads geofences; an admin or an analyst draws them.">
      <span tabIndex={0}>{button}</span>
    </Tooltip>
  )
}

function AreaRow({ area }: { readonly area: Geofence }) {
  const { page, scene } = useLiveMap()
  const inside = useLiveMapState((state) => state.inside.get(area.uuid))
  const open = () => {
    scene?.goToArea(area.polygon)
    page.setState({ draft: draftOf(area), geofences: true })
  }
  return (
    <button type="button" className="gf-row" data-quiet={!area.active} onClick={open}>
      <SeverityGlyph severity={area.severity} label={area.severity} />
      <span className="gf-name">{area.name}</span>
      <span className="num gf-inside">
        {!area.active ? 'inactive' : inside === undefined ? '–' : `${number(inside)} inside`}
      </span>
      <span className="gf-facts">
        {sentenceCase(area.severity)} alert on {crossingWords[area.alert_on]} · {shapeText(area)}
        {scopeText(area)}
      </span>
    </button>
  )
}

const crossingWords = { leave: 'leaving', enter: 'entering', both: 'leaving or entering' } as const

function shapeText({ circle, polygon }: Geofence): string {
  return circle ? `circle of ${radiusText(circle.radius_m)}` : `${polygon.length} corners`
}

/** The vehicles that an area applies to; empty if it applies to all of them. */
function scopeText({ vins, models }: Geofence): string {
  const parts = [
    vins.length > 0 ? counted(vins.length, 'vehicle', 'vehicles') : '',
    models.length > 0 ? counted(models.length, 'model', 'models') : '',
  ].filter(Boolean)
  return parts.length > 0 ? ` · ${parts.join(', ')}` : ''
}

const counted = (count: number, one: string, many: string) => `${number(count)} ${count === 1 ? one : many}`
