import { HeadsetIcon, TagIcon, TakeActionIcon } from '@blueprintjs/icons'
import type { ModuleInstall } from '../core/install/module-install.ts'

/** What the module adds to the console; see core/install/module-install.ts. */
export const psirt: ModuleInstall = {
  name: 'psirt',
  purpose: 'PSIRT takes a product security incident from its report through response to the advisory.',
  areas: [
    {
      under: '/org/psirt',
      query: 'projectId',
      rows: [
        ['', 'PSIRT'],
        ['/cyber-security-incidence-response', 'Incidence Response'],
        ['/cyber-security-update-plan', 'Ticket Management'],
        ['/cyber-security-psirt', 'PSIRT'],
      ],
    },
  ],
  workspaceItems: [{ name: 'PSIRT', href: '/org/psirt', icon: <TakeActionIcon />, order: 120 }],
  sections: [
    {
      title: 'PSIRT',
      icon: <TakeActionIcon />,
      order: 120,
      items: [
        { name: 'Incidence Response', href: '/org/psirt/cyber-security-incidence-response', icon: <HeadsetIcon /> },
        { name: 'PSIRT', href: '/org/psirt/cyber-security-psirt', icon: <TakeActionIcon /> },
        { name: 'Ticket Management', href: '/org/psirt/cyber-security-update-plan', icon: <TagIcon /> },
      ],
    },
  ],
}
