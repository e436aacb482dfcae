import { Button, Menu, PopoverNext } from '@blueprintjs/core'
import { GridViewIcon } from '@blueprintjs/icons'
import { useLocation } from '@tanstack/react-router'
import { MenuTitle } from '../../core/ui/menu-title.tsx'
import { modules } from '../modules.ts'
import { MenuLink } from './menu-link.tsx'
import { isBuilt } from '../site-map/built.ts'
import { useRouted } from '../site-map/use-routed.ts'
import { screenOf } from '../site-map/site-map.ts'

/** The organisation's applications, each with its front page. */
const apps = modules.flatMap(({ name, app }) => (app ? [{ ...app, module: name }] : []))

export function AppSwitcher() {
  return (
    <PopoverNext placement="bottom-start" arrow={false} animation="minimal" content={<Apps />}>
      <Button variant="minimal" icon={<GridViewIcon />} aria-label="Your apps" aria-haspopup="menu" title="Your apps" />
    </PopoverNext>
  )
}

function Apps() {
  const here = screenOf(useLocation({ select: (location) => location.pathname }))?.module
  const routed = useRouted()
  return (
    <Menu aria-label="Your apps" className="apps">
      <MenuTitle>Your apps</MenuTitle>
      {apps.map(({ title, to, module, icon }) => (
        <MenuLink
          key={to}
          to={to}
          icon={icon}
          text={title}
          current={module === here}
          labelElement={isBuilt(to, routed) ? undefined : 'not in this version yet'}
        />
      ))}
    </Menu>
  )
}
