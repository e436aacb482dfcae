import { Button, Menu, PopoverNext } from '@blueprintjs/core'
import { GridViewIcon } from '@blueprintjs/icons'
import { useLocation } from '@tanstack/react-router'
import { MenuTitle } from '../../core/ui/menu-title.tsx'
import { menuIcons } from '../sidebar/menu-icons.tsx'
import { MenuLink } from './menu-link.tsx'
import { screenOf } from '../site-map/site-map.ts'

/** What the organisation works with, each from its own front page. */
const apps = [
  { title: 'Carapace Lifecycle', to: '/org/lifecycle/dashboard', module: 'lifecycle', icon: 'Lifecycle Management' },
  { title: 'FMEA', to: '/org/fmea/dashboard', module: 'fmea', icon: 'FMEA' },
  { title: 'MSOC', to: '/org/msoc/dashboard', module: 'msoc', icon: 'MSOC' },
] as const

export function AppSwitcher() {
  return (
    <PopoverNext placement="bottom-start" arrow={false} animation="minimal" content={<Apps />}>
      <Button variant="minimal" icon={<GridViewIcon />} aria-label="Your apps" aria-haspopup="menu" title="Your apps" />
    </PopoverNext>
  )
}

function Apps() {
  const here = screenOf(useLocation({ select: (location) => location.pathname }))?.module
  return (
    <Menu aria-label="Your apps" className="apps">
      <MenuTitle>Your apps</MenuTitle>
      {apps.map(({ title, to, module, icon }) => (
        <MenuLink key={to} to={to} icon={menuIcons[icon]} text={title} current={module === here} />
      ))}
    </Menu>
  )
}
