import { CubeIcon, DashboardIcon, IdNumberIcon, OfficeIcon, TruckIcon } from '@blueprintjs/icons'
import type { ModuleInstall } from '../core/install/module-install.ts'

/** What the module adds to the console; see core/install/module-install.ts. */
export const supplyChain: ModuleInstall = {
  name: 'supply-chain',
  purpose: 'Supply Chain Management keeps suppliers, what they supply, their contracts and their risks.',
  areas: [
    {
      under: '/org/supply-chain',
      open: 'valid',
      rows: [
        ['/dashboard', 'Supply Chain Dashboard'],
        ['/suppliers', 'Suppliers'],
        ['/supplier', 'Supplier', '/suppliers'],
        ['/supplied-items', 'Supplied Items'],
        ['/supplied-items/software/create', 'New software', '/supplied-items'],
        ['/risks', 'Risks'],
        ['/add-risk', 'New risk', '/risks'],
        ['/contracts', 'Contracts'],
        ['/contract', 'Contract', '/contracts'],
      ],
    },
  ],
  workspaceItems: [
    { name: 'Supply Chain Management', href: '/org/supply-chain/dashboard', icon: <TruckIcon />, order: 100 },
  ],
  sections: [
    {
      title: 'Supply Chain Management',
      icon: <TruckIcon />,
      order: 100,
      isAlone: true,
      items: [
        { name: 'Dashboard', href: '/org/supply-chain/dashboard', icon: <DashboardIcon /> },
        { name: 'Suppliers', href: '/org/supply-chain/suppliers', icon: <OfficeIcon /> },
        { name: 'Supplied Items', href: '/org/supply-chain/supplied-items', icon: <CubeIcon /> },
        { name: 'Contracts', href: '/org/supply-chain/contracts', icon: <IdNumberIcon /> },
      ],
    },
  ],
}
