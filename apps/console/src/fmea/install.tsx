import { CogIcon, ConsoleIcon, TreeIcon } from '@blueprintjs/icons'
import type { EngineeringInstall } from '../graph/page/kind-parts.ts'

/** What the module adds to the console; see core/install/module-install.ts. */
export const fmea: EngineeringInstall = {
  name: 'fmea',
  purpose: 'FMEA finds how parts and software can fail, what that does, and which measures lower the risk.',
  areas: [
    {
      under: '/org/fmea',
      query: 'programId',
      rows: [
        ['/dashboard', 'FMEA Dashboard'],
        ['/configuration', 'FMEA Configurations'],
        ['/fmea-analysis', 'Software FMEA'],
        ['/settings', 'FMEA Settings'],
      ],
    },
  ],
  workspaceItems: [{ name: 'FMEA', href: '/org/fmea/dashboard', icon: <TreeIcon />, order: 70 }],
  sections: [
    {
      title: 'Failure Modes and Effects Analysis',
      icon: <TreeIcon />,
      order: 60,
      isAlone: true,
      items: [
        { name: 'FMEA Configurations', href: '/org/fmea/configuration', icon: <CogIcon />, kinds: ['fmea'] },
        {
          name: 'Software FMEA',
          href: '/org/fmea/fmea-analysis',
          icon: <ConsoleIcon />,
          kinds: ['fmea-line', 'fmea-action'],
        },
      ],
    },
  ],
  viewPages: ['/org/fmea/configuration'],
  kindParts: async () => (await import('./kind-parts/kind-parts.tsx')).kindParts,
  app: { title: 'FMEA', to: '/org/fmea/dashboard', icon: <TreeIcon /> },
}
