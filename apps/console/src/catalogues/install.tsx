import { FlashIcon, HeartBrokenIcon, ManualIcon, VirusIcon } from '@blueprintjs/icons'
import type { ModuleInstall } from '../core/install/module-install.ts'

/** What this module adds to the console; see core/install/module-install.ts. */
export const catalogues: ModuleInstall = {
  name: 'catalogues',
  purpose: 'Catalogues keep the damages, threats and attacks that analyses are made of.',
  areas: [
    {
      under: '/org/catalogues',
      rows: [
        ['/damage-catalogue', 'Damage Catalogue'],
        ['/new-damage-catalogue', 'New damage', '/damage-catalogue'],
        ['/update-damage-catalogue', 'Damage', '/damage-catalogue'],
        ['/threat-catalogue', 'Threat Catalogue'],
        ['/new-threat-catalogue', 'New threat', '/threat-catalogue'],
        ['/attack-catalogue', 'Attack Catalogue'],
        ['/update-attack-catalogue', 'Attack', '/attack-catalogue'],
        ['/new-attack-catalogue', 'New attack', '/attack-catalogue'],
      ],
    },
  ],
  sections: [
    {
      title: 'Catalogues',
      icon: <ManualIcon />,
      order: 50,
      isAlone: true,
      items: [
        { name: 'Damage', href: '/org/catalogues/damage-catalogue', icon: <HeartBrokenIcon /> },
        { name: 'Threat', href: '/org/catalogues/threat-catalogue', icon: <VirusIcon /> },
        { name: 'Attack', href: '/org/catalogues/attack-catalogue', icon: <FlashIcon /> },
      ],
    },
  ],
}
