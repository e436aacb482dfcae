import { AnnotationIcon, BookIcon, ConfirmIcon, ExchangeIcon, PeopleIcon, SwapHorizontalIcon } from '@blueprintjs/icons'
import { lazyPart } from '../core/install/lazy-part.ts'
import type { ModuleInstall } from '../core/install/module-install.ts'

const under = '/org/interface-agreement'

/** What the module adds to the console; see core/install/module-install.ts. */
export const interfaceAgreement: ModuleInstall = {
  name: 'interface-agreement',
  purpose:
    'The interface agreement is where customer and supplier agree on the work products of a program, row by row.',
  areas: [
    { under, rows: [['/agreements', 'Interface agreements']] },
    {
      under,
      query: 'programId',
      rows: [
        ['/cover', 'CIA Cover', '/agreements'],
        ['/glossary', 'Glossary', '/agreements'],
        ['/cybersecurity-team', 'CyberSecurity Team', '/agreements'],
        ['/information-exchange', 'Information Exchange', '/agreements'],
        ['/compliance', 'Compliance', '/agreements'],
      ],
    },
  ],
  workspaceItems: [{ name: 'CIA', href: `${under}/agreements`, icon: <ExchangeIcon />, order: 80 }],
  sections: [
    {
      title: 'Interface Agreement',
      icon: <ExchangeIcon />,
      order: 40,
      items: [
        { name: 'CIA Cover', href: `${under}/cover`, icon: <AnnotationIcon /> },
        { name: 'Glossary', href: `${under}/glossary`, icon: <BookIcon /> },
        { name: 'CyberSecurity Team', href: `${under}/cybersecurity-team`, icon: <PeopleIcon /> },
        { name: 'Information Exchange', href: `${under}/information-exchange`, icon: <SwapHorizontalIcon /> },
        { name: 'Compliance', href: `${under}/compliance`, icon: <ConfirmIcon /> },
      ],
    },
  ],
  panels: {
    'beside-threat': [
      {
        title: 'Agreement rows concerned',
        licence: 'CYBERSEC_INTERFACE_AGREEMENT',
        Panel: lazyPart(async () => (await import('./rows-at-stake.tsx')).RowsOfThreat),
      },
    ],
    'beside-vulnerability': [
      {
        title: 'Agreement rows concerned',
        licence: 'CYBERSEC_INTERFACE_AGREEMENT',
        Panel: lazyPart(async () => (await import('./rows-at-stake.tsx')).RowsAtStake),
      },
    ],
  },
}
