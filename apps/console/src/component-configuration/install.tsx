import { LayersIcon, CogIcon, DriveTimeIcon, LinkIcon, OneToOneIcon } from '@blueprintjs/icons'
import { lazyPart } from '../core/install/lazy-part.ts'
import type { ModuleInstall } from '../core/install/module-install.ts'

/** What the module adds to the console; see core/install/module-install.ts. */
export const componentConfiguration: ModuleInstall = {
  name: 'component-configuration',
  purpose: 'Component Configuration describes the components that programs are built from.',
  areas: [
    {
      under: '/org/component-configuration',
      rows: [
        ['', 'Component Configuration'],
        ['/variants', 'Vehicle variants'],
        ['/variant', 'Vehicle variant', '/variants'],
        ['/parts', 'Hardware parts'],
        ['/rules', 'Compatibility rules'],
        ['/vehicles', 'Software of vehicles'],
      ],
    },
  ],
  workspaceItems: [
    { name: 'Component Configuration', href: '/org/component-configuration', icon: <CogIcon />, order: 45 },
  ],
  sections: [
    {
      title: 'Component Configuration',
      icon: <CogIcon />,
      order: 75,
      isAlone: true,
      items: [
        { name: 'Overview', href: '/org/component-configuration', icon: <CogIcon /> },
        { name: 'Variants', href: '/org/component-configuration/variants', icon: <LayersIcon /> },
        { name: 'Hardware parts', href: '/org/component-configuration/parts', icon: <OneToOneIcon /> },
        { name: 'Compatibility rules', href: '/org/component-configuration/rules', icon: <LinkIcon /> },
        { name: 'Vehicles', href: '/org/component-configuration/vehicles', icon: <DriveTimeIcon /> },
      ],
    },
  ],
  finders: [
    {
      name: 'vehicle variants',
      order: 65,
      licence: 'LIFECYCLE_SBOM',
      find: async (...args) => (await import('./palette.tsx')).variants(...args),
    },
    {
      name: 'hardware parts',
      order: 66,
      licence: 'LIFECYCLE_SBOM',
      find: async (...args) => (await import('./palette.tsx')).parts(...args),
    },
  ],
  panels: {
    'vehicle-software': [
      {
        title: 'Software',
        licence: 'LIFECYCLE_SBOM',
        Panel: lazyPart(async () => (await import('./vehicles/vehicle-units.tsx')).VehicleSoftware),
      },
    ],
  },
  subjects: { variant: (uuid) => ({ to: '/org/component-configuration/variant', search: { uuid } }) },
}
