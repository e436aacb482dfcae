import { Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CogIcon, KeyIcon, LogOutIcon, MobilePhoneIcon, NewPersonIcon } from '@blueprintjs/icons'
import type { SessionUser } from '@carapace/shared/account/auth.contract'
import { may } from '@carapace/shared/permissions'
import { sentenceCase } from '../../core/format/format.ts'
import { useSession } from '../../core/session/session.ts'
import { initialsOf } from '../../core/ui/initials.ts'
import { Badge } from '../../core/ui/status-badge.tsx'
import { leave } from '../leave.ts'
import { MenuLink } from './menu-link.tsx'

export function UserMenu() {
  const user = useSession()
  if (!user) return null
  return (
    <PopoverNext placement="bottom-end" arrow={false} animation="minimal" content={<UserMenuContent user={user} />}>
      <button type="button" className="user-button" aria-haspopup="menu">
        {initialsOf(user.name, user.email)}
        <span className="c-visually-hidden">, {user.name}: account menu</span>
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
        {may(user.role, 'members.manage') && (
          <MenuLink to="/org/lifecycle/invite-team-member" icon={<NewPersonIcon />} text="Invite Team Member" />
        )}
        <MenuLink to="/org/lifecycle/reset-password" icon={<KeyIcon />} text="Reset Password" />
        <MenuLink to="/org/lifecycle/enable-2fa-code" icon={<MobilePhoneIcon />} text="Enable 2FA Code" />
        <MenuLink to="/org/lifecycle/settings" icon={<CogIcon />} text="Settings" />
        <MenuDivider />
        <MenuItem icon={<LogOutIcon />} text="Sign out" onClick={() => void leave()} />
      </Menu>
    </div>
  )
}
