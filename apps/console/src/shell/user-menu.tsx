import { Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import { LogOutIcon } from '@blueprintjs/icons'
import type { SessionUser } from '@carapace/shared/account/auth.contract'
import { sentenceCase } from '../core/format.ts'
import { useSession } from '../core/session.ts'
import { initialsOf } from '../core/ui/initials.ts'
import { MenuTitle } from '../core/ui/menu-title.tsx'
import { Badge } from '../core/ui/status-badge.tsx'
import { leave } from './leave.ts'
import { ThemeItems } from './theme-menu.tsx'

export function UserMenu() {
  const user = useSession()
  if (!user) return null
  return (
    <PopoverNext placement="bottom-end" arrow={false} animation="minimal" content={<UserMenuContent user={user} />}>
      <button type="button" className="user-button" aria-haspopup="menu">
        {initialsOf(user.name, user.email)}
        <span className="c-said">, {user.name}: account menu</span>
      </button>
    </PopoverNext>
  )
}

function UserMenuContent({ user }: { readonly user: SessionUser }) {
  return (
    <div className="user-menu">
      <div className="user-menu-head">
        <strong>{user.name}</strong>
        <span>{user.email}</span>
        <span className="user-menu-role">
          <Badge tone={user.role === 'ADMIN' ? 'purple' : 'grey'}>{sentenceCase(user.role)}</Badge>
          {user.organization.name}
        </span>
      </div>
      <Menu aria-label="Account">
        <MenuTitle>Theme</MenuTitle>
        <ThemeItems />
        <MenuDivider />
        <MenuItem icon={<LogOutIcon />} text="Sign out" onClick={() => void leave()} />
      </Menu>
    </div>
  )
}
