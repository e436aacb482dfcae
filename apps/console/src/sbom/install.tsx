import { BoxIcon, CogIcon, CubeIcon, KeyIcon } from '@blueprintjs/icons'
import { lazyPart } from '../core/install/lazy-part.ts'
import type { ModuleInstall } from '../core/install/module-install.ts'
import { releasesPage } from './view-pages.ts'

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
      items: [
        { name: 'View SBOM', href: '/org/sbom/sbom-dashboard', icon: <BoxIcon /> },
        { name: 'View CBOM', href: '/org/sbom/cbom-dashboard', icon: <KeyIcon /> },
        { name: 'Packages', href: '/org/sbom/package-configuration', icon: <CubeIcon /> },
        { name: 'SBOM Configuration', href: '/org/sbom/configuration', icon: <CogIcon /> },
      ],
    },
  ],
  panels: {
    'release-tab': [
      {
        title: 'Cryptography',
        licence: 'LIFECYCLE_SBOM',
        Panel: lazyPart(async () => (await import('./crypto/release-panel.tsx')).ReleasePanel),
      },
    ],
  },
  viewPages: [releasesPage],
  subjects: { release: (uuid) => ({ to: '/org/sbom/sbom-dashboard', search: { release: uuid } }) as never },
  finders: [
    {
      name: 'releases',
      order: 52,
      licence: 'LIFECYCLE_SBOM',
      find: async (...args) => (await import('./palette.tsx')).releases(...args),
    },
    {
      name: 'components',
      order: 53,
      licence: 'LIFECYCLE_SBOM',
      find: async (...args) => (await import('./palette.tsx')).components(...args),
    },
  ],
}
