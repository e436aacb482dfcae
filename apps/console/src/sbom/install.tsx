import { BoxIcon } from '@blueprintjs/icons'
import type { ModuleInstall } from '../core/install/module-install.ts'

/** What the module adds to the console; see core/install/module-install.ts. */
export const sbom: ModuleInstall = {
  name: 'sbom',
  purpose:
    'SBOM Management keeps the software and cryptography bills of materials of each project, with their known ' +
    'vulnerabilities.',
  areas: [
    {
      under: '/org/sbom',
      query: 'projectId',
      rows: [
        ['', 'SBOM Management'],
        ['/sbom-dashboard', 'SBOM'],
        ['/configuration', 'SBOM Configuration'],
        ['/package-configuration', 'Packages', '/configuration'],
        ['/cbom-dashboard', 'CBOM'],
      ],
    },
  ],
  workspaceItems: [{ name: 'SBOM Management', href: '/org/sbom', icon: <BoxIcon />, order: 40 }],
  sections: [
    {
      title: 'SBOM Management',
      icon: <BoxIcon />,
      order: 70,
      isAlone: true,
      items: [{ name: 'View SBOM', href: '/org/sbom/sbom-dashboard', icon: <BoxIcon /> }],
    },
  ],
}
