import { BugIcon, DriveTimeIcon, IntelligenceIcon } from '@blueprintjs/icons'
import type { ModuleInstall } from '../core/install/module-install.ts'

/** What the module adds to the console; see core/install/module-install.ts. */
export const cti: ModuleInstall = {
  name: 'cti',
  purpose: 'CTI gathers threat intelligence on vehicles, actors and vulnerabilities, and answers questions about it.',
  areas: [
    {
      under: '/org/cti',
      rows: [
        ['/dashboard', 'Threat Intelligence'],
        ['/vulnerabilities', 'Vulnerabilities'],
        ['/onboard-threats', 'Onboard Threats'],
        ['/offboard-threats', 'Offboard Threats'],
        ['/humint', 'HUMINT'],
        ['/threat-actors', 'Threat Actors'],
        ['/investigations', 'Investigations'],
        ['/compliance-reporting', 'Compliance Reporting'],
        ['/integrations', 'CTI Integrations'],
      ],
    },
  ],
  workspaceItems: [{ name: 'CTI', href: '/org/cti/dashboard', icon: <IntelligenceIcon />, order: 110 }],
  sections: [
    {
      title: 'CTI',
      icon: <IntelligenceIcon />,
      order: 80,
      isAlone: true,
      items: [
        { name: 'Vulnerabilities', href: '/org/cti/vulnerabilities', icon: <BugIcon /> },
        { name: 'Onboard Threats', href: '/org/cti/onboard-threats', icon: <DriveTimeIcon /> },
        { name: 'Threat Intelligence', href: '/org/cti/dashboard', icon: <IntelligenceIcon /> },
      ],
    },
  ],
}
