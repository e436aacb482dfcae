import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import { ChevronDownIcon, LayersIcon, PolygonFilterIcon, RouteIcon } from '@blueprintjs/icons'
import { useLiveMap, useLiveMapState } from './live-map-context.ts'
import { chooseSource, titleOfSource } from './live-map.store.ts'

/** What is drawn besides vehicles, and on what. */
export function MapTools() {
  const { page } = useLiveMap()
  const trails = useLiveMapState((state) => state.trails)
  const geofences = useLiveMapState((state) => state.geofences)
  return (
    <div className="lm-panel lm-tools" role="group" aria-label="Map">
      <Button variant="minimal" icon={<RouteIcon />} active={trails} aria-pressed={trails} aria-label="Trails" onClick={() => page.setState({ trails: !trails })}>
        <span className="lm-wide">Trails</span>
      </Button>
      <Button variant="minimal" icon={<PolygonFilterIcon />} active={geofences} aria-pressed={geofences} aria-label="Geofences" onClick={() => page.setState({ geofences: !geofences })}>
        <span className="lm-wide">Geofences</span>
      </Button>
      <LayerMenu />
    </div>
  )
}

function LayerMenu() {
  const title = useLiveMapState(titleOfSource)
  return (
    <PopoverNext content={<Sources />} placement="bottom-end" arrow={false} animation="minimal">
      <Button variant="minimal" icon={<LayersIcon />} endIcon={<ChevronDownIcon />} aria-label={`Map source: ${title}`}>
        <span className="lm-wide">{title}</span>
      </Button>
    </PopoverNext>
  )
}

function Sources() {
  const { page } = useLiveMap()
  const tiles = useLiveMapState((state) => state.tiles)
  const { chosen, fellBack } = useLiveMapState((state) => state.source)
  const outlinesChosen = !tiles.some(({ name }) => name === chosen)
  return (
    <Menu>
      {tiles.map(({ name, title }) => (
        <MenuItem
          key={name}
          text={title}
          roleStructure="listoption"
          selected={name === chosen}
          {...(name === chosen && fellBack && { label: 'does not answer' })}
          onClick={() => chooseSource(page, name)}
        />
      ))}
      {tiles.length > 0 && <MenuDivider />}
      <MenuItem text="Offline outlines" roleStructure="listoption" selected={outlinesChosen} onClick={() => chooseSource(page, 'outlines')} />
    </Menu>
  )
}
