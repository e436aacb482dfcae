import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import {
  ChevronDownIcon,
  GroupObjectsIcon,
  LayersIcon,
  ListDetailViewIcon,
  PolygonFilterIcon,
  RouteIcon,
  TickIcon,
} from '@blueprintjs/icons'
import type { ReactElement } from 'react'
import { Tooltip } from '../../core/ui/tooltip.tsx'
import { useLiveMap, useLiveMapState } from './live-map-context.ts'
import { chooseSource, titleOfSource } from './live-map.store.ts'

/** The toggles for what is drawn besides vehicles, and for the base map. */
export function MapTools() {
  const { page, go } = useLiveMap()
  const clusters = useLiveMapState((state) => state.clusters)
  const trails = useLiveMapState((state) => state.trails)
  const geofences = useLiveMapState((state) => state.geofences)
  const areasOpen = useLiveMapState((state) => state.areasOpen)
  return (
    <div className="lm-panel lm-tools" role="group" aria-label="Map">
      <Toggle
        icon={<GroupObjectsIcon />}
        name="Clusters"
        on={clusters}
        onClick={() => go((search) => ({ ...search, clusters: clusters ? 0 : undefined }))}
      />
      <Toggle icon={<RouteIcon />} name="Trails" on={trails} onClick={() => page.setState({ trails: !trails })} />
      <Toggle
        icon={<PolygonFilterIcon />}
        name="Geofences"
        on={geofences}
        onClick={() => page.setState({ geofences: !geofences })}
      />
      <Toggle
        icon={<ListDetailViewIcon />}
        name="Geofence list"
        on={areasOpen}
        bare
        onClick={() => page.setState({ areasOpen: !areasOpen })}
      />
      <LayerMenu />
    </div>
  )
}

interface ToggleProps {
  readonly icon: ReactElement
  readonly name: string
  readonly on: boolean
  /** If true, the name is never shown beside it. */
  readonly bare?: boolean
  readonly onClick: () => void
}

/** A toggle button. If there is little room, only the icon is shown, with its name in a tooltip. */
function Toggle({ icon, name, on, bare = false, onClick }: ToggleProps) {
  return (
    <Tooltip text={name}>
      <Button variant="minimal" icon={icon} active={on} aria-pressed={on} aria-label={name} onClick={onClick}>
        {!bare && <span className="lm-wide">{name}</span>}
      </Button>
    </Tooltip>
  )
}

function LayerMenu() {
  const title = useLiveMapState(titleOfSource)
  return (
    <PopoverNext content={<Sources />} placement="bottom-start" arrow={false} animation="minimal">
      <Button variant="minimal" icon={<LayersIcon />} endIcon={<ChevronDownIcon />} aria-label={`Map source: ${title}`}>
        <span className="lm-wide">{title}</span>
      </Button>
    </PopoverNext>
  )
}

function Sources() {
  const { page } = useLiveMap()
  const tiles = useLiveMapState((state) => state.tiles)
  const { chosen, standIn } = useLiveMapState((state) => state.source)
  const outlinesChosen = !tiles.some(({ name }) => name === chosen)
  return (
    <Menu aria-label="Map source">
      {tiles.map(({ name, title }) => (
        <Source
          key={name}
          title={title}
          chosen={name === chosen}
          silent={name === chosen && standIn !== 'none'}
          onClick={() => chooseSource(page, name)}
        />
      ))}
      {tiles.length > 0 && <MenuDivider />}
      <Source
        title="Offline outlines"
        chosen={outlinesChosen}
        silent={false}
        onClick={() => chooseSource(page, 'outlines')}
      />
    </Menu>
  )
}

interface SourceProps {
  readonly title: string
  readonly chosen: boolean
  readonly silent: boolean
  readonly onClick: () => void
}

function Source({ title, chosen, silent, onClick }: SourceProps) {
  return (
    <MenuItem
      text={title}
      aria-current={chosen}
      labelElement={
        chosen && (
          <span className="lm-source-chosen">
            {silent && 'does not answer'}
            <TickIcon />
          </span>
        )
      }
      onClick={onClick}
    />
  )
}
