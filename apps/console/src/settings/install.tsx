import { KeyIcon, MobilePhoneIcon, TeamIcon, UserIcon } from '@blueprintjs/icons'
import type { ModuleInstall } from '../core/install/module-install.ts'

const loadWork = () => import('./landing/work.tsx')

/** What the module adds to the console; see core/install/module-install.ts. */
export const settings: ModuleInstall = {
  name: 'settings',
  purpose: 'Settings are where people and organisations arrange their workspace.',
  areas: [
    {
      under: '/org/lifecycle',
      open: 'always',
      rows: [
        ['/settings', 'Settings'],
        ['/profile-settings', 'Your Profile'],
        ['/invite-team-member', 'Team Members'],
        ['/reset-password', 'Reset Password'],
        ['/enable-2fa-code', 'Enable 2FA Code'],
      ],
    },
    { under: '/org/settings', open: 'always', rows: [['/invite-team-member', 'Team Members']] },
  ],
  work: [
    { name: 'your password', order: 10, find: async (user) => (await loadWork()).passwordWork(user) },
    { name: 'your second factor', order: 50, find: async (user) => (await loadWork()).twoFactorWork(user) },
    { name: 'invitations', order: 60, find: async (...args) => (await loadWork()).findInvitations(...args) },
  ],
  sections: [
    {
      title: 'User Settings',
      icon: <UserIcon />,
      order: 150,
      isAlone: true,
      items: [
        { name: 'Your Profile', href: '/org/lifecycle/profile-settings', icon: <UserIcon /> },
        { name: 'Team Members', href: '/org/lifecycle/invite-team-member', icon: <TeamIcon /> },
        { name: 'Reset Password', href: '/org/lifecycle/reset-password', icon: <KeyIcon /> },
        { name: 'Enable 2FA Code', href: '/org/lifecycle/enable-2fa-code', icon: <MobilePhoneIcon /> },
      ],
    },
  ],
}
