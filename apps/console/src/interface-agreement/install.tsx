import { AnnotationIcon, BookIcon, ConfirmIcon, ExchangeIcon, PeopleIcon, SwapHorizontalIcon } from '@blueprintjs/icons'
import type { ModuleInstall } from '../core/install/module-install.ts'

/** What the module adds to the console; see core/install/module-install.ts. */
export const interfaceAgreement: ModuleInstall = {
  name: 'interface-agreement',
  purpose:
    'The interface agreement is where customer and supplier agree on the work products of a program, row by row.',
  areas: [
    {
      under: '/org/interface-agreement',
      query: 'programId',
      rows: [
        ['/cover', 'CIA Cover'],
        ['/glossary', 'Glossary'],
        ['/cybersecurity-team', 'CyberSecurity Team'],
        ['/information-exchange', 'Information Exchange'],
        ['/compliance', 'Compliance'],
      ],
    },
  ],
  workspaceItems: [{ name: 'CIA', href: '/org/interface-agreement/cover', icon: <ExchangeIcon />, order: 80 }],
  sections: [
    {
      title: 'Interface Agreement',
      icon: <ExchangeIcon />,
      order: 40,
      items: [
        { name: 'CIA Cover', href: '/org/interface-agreement/cover', icon: <AnnotationIcon /> },
        { name: 'Glossary', href: '/org/interface-agreement/glossary', icon: <BookIcon /> },
        { name: 'CyberSecurity Team', href: '/org/interface-agreement/cybersecurity-team', icon: <PeopleIcon /> },
        {
          name: 'Information Exchange',
          href: '/org/interface-agreement/information-exchange',
          icon: <SwapHorizontalIcon />,
        },
        { name: 'Compliance', href: '/org/interface-agreement/compliance', icon: <ConfirmIcon /> },
      ],
    },
  ],
}
