import {
  ClipboardIcon,
  CogIcon,
  DocumentIcon,
  FlowBranchIcon,
  HighPriorityIcon,
  LabTestIcon,
  LayoutHierarchyIcon,
  LifesaverIcon,
  LightbulbIcon,
  TargetIcon,
  WarningSignIcon,
} from '@blueprintjs/icons'
import { lazyPart } from '../core/install/lazy-part.ts'
import type { EngineeringInstall } from '../graph/page/kind-parts.ts'
import { safetyReports } from './reports.ts'

/** What the module adds to the console; see core/install/module-install.ts. */
export const functionalSafety: EngineeringInstall = {
  name: 'functional-safety',
  purpose:
    'Functional Safety takes a program from hazard analysis through HAZOP and fault trees to safety goals and ' +
    'concepts.',
  areas: [
    {
      under: '/org/functional-safety',
      query: 'programId',
      rows: [
        ['/item-definition', 'Item Definition'],
        ['/functional-safety-concepts', 'Functional Safety Concepts'],
        ['/goals', 'Functional Safety Goals'],
        ['/fmeda', 'FMEDA', '/goals'],
        ['/fault-tree-analysis', 'Fault Tree Analysis'],
        ['/hazard-summary', 'Hazard Summary'],
        ['/hazop-scenario', 'HAZOP Scenarios'],
        ['/hazop', 'HAZOP', '/hazop-scenario'],
        ['/methods', 'Methods', '/hazop'],
        ['/hara', 'HARA Analysis'],
        ['/hara-create', 'New hazardous event', '/hara'],
        ['/hara-edit', 'Hazardous event', '/hara'],
        ['/hara-requirements', 'HARA Requirements'],
        ['/update-hara-requirement', 'HARA requirement', '/hara-requirements'],
        ['/create-hara-requirement', 'New HARA requirement', '/hara-requirements'],
        ['/hazop-function-configure', 'HAZOP functions', '/hazop'],
        ['/hazop-function-configure-edit', 'HAZOP function', '/hazop'],
        ['/system-configuration', 'Program Configuration'],
        ['/test-case-creation', 'Test Cases'],
        ['/test-case-creation-edit', 'Test case', '/test-case-creation'],
      ],
    },
  ],
  workspaceItems: [
    {
      name: 'Functional Safety',
      href: '/org/functional-safety/item-definition',
      icon: <LifesaverIcon />,
      order: 60,
      keys: 'g f',
    },
  ],
  sections: [
    {
      title: 'Functional Safety',
      icon: <LifesaverIcon />,
      order: 20,
      items: [
        { name: 'Program Configuration', href: '/org/functional-safety/system-configuration', icon: <CogIcon /> },
        { name: 'Item Definition', href: '/org/functional-safety/item-definition', icon: <DocumentIcon /> },
        {
          name: 'HAZOP Scenarios',
          href: '/org/functional-safety/hazop-scenario',
          icon: <FlowBranchIcon />,
          kinds: ['failure'],
        },
        {
          name: 'Hazard Summary',
          href: '/org/functional-safety/hazard-summary',
          icon: <HighPriorityIcon />,
          kinds: ['hazard'],
        },
        {
          name: 'HARA Analysis',
          href: '/org/functional-safety/hara',
          icon: <WarningSignIcon />,
          kinds: ['hazardous-event'],
        },
        {
          name: 'Fault Tree Analysis',
          href: '/org/functional-safety/fault-tree-analysis',
          icon: <LayoutHierarchyIcon />,
          kinds: ['fault-tree'],
        },
        {
          name: 'HARA Requirements',
          href: '/org/functional-safety/hara-requirements',
          icon: <ClipboardIcon />,
          kinds: ['safety-requirement'],
        },
        {
          name: 'Test Cases',
          href: '/org/functional-safety/test-case-creation',
          icon: <LabTestIcon />,
          kinds: ['safety-test'],
        },
        {
          name: 'Functional Safety Goals',
          href: '/org/functional-safety/goals',
          icon: <TargetIcon />,
          kinds: ['safety-goal'],
        },
        {
          name: 'Functional Safety Concepts',
          href: '/org/functional-safety/functional-safety-concepts',
          icon: <LightbulbIcon />,
          kinds: ['safety-concept'],
        },
      ],
    },
  ],
  viewPages: [
    '/org/functional-safety/item-definition',
    '/org/functional-safety/hazop-function-configure',
    '/org/functional-safety/hazop-scenario',
    '/org/functional-safety/hazard-summary',
    '/org/functional-safety/hara',
    '/org/functional-safety/goals',
    '/org/functional-safety/fmeda',
    '/org/functional-safety/functional-safety-concepts',
    '/org/functional-safety/hara-requirements',
    '/org/functional-safety/test-case-creation',
  ],
  panels: {
    'beside-threat': [
      {
        title: 'Safety goals at stake',
        licence: 'FUNCTIONAL_SAFETY_APP',
        Panel: lazyPart(async () => (await import('./threats/goals-at-stake.tsx')).GoalsAtStake),
      },
    ],
  },
  reports: safetyReports,
  kindParts: async () => (await import('./kind-parts/kind-parts.tsx')).kindParts,
}
