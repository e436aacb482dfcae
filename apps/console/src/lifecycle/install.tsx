import {
  ApplicationsIcon,
  ArchiveIcon,
  BuildIcon,
  ClipboardIcon,
  CogIcon,
  ConfirmIcon,
  DashboardIcon,
  DataConnectionIcon,
  DiagramTreeIcon,
  DocumentIcon,
  DrawIcon,
  EndorsedIcon,
  GitMergeIcon,
  HeatGridIcon,
  LabTestIcon,
  LayersIcon,
  ManyToManyIcon,
  NumberedListIcon,
  ProjectsIcon,
  RepeatIcon,
  ShieldIcon,
  TickCircleIcon,
  TimelineEventsIcon,
  VirusIcon,
  WrenchIcon,
} from '@blueprintjs/icons'
import { lazyPart } from '../core/install/lazy-part.ts'
import type { EngineeringInstall } from '../graph/page/kind-parts.ts'
import { lifecycleReports } from './reports.ts'
import { lifecycleAreas, lifecycleViewPages } from './screens.ts'

/** What the lifecycle module adds to the console. */
export const lifecycle: EngineeringInstall = {
  name: 'lifecycle',
  purpose:
    'Lifecycle takes a program from its item definition through threat analysis, risk and requirements to ' +
    'production and decommissioning.',
  areas: lifecycleAreas,
  workspaceItems: [
    { name: 'Dashboard', href: '/org/lifecycle/dashboard', icon: <DashboardIcon />, order: 10, keys: 'g h' },
    { name: 'Projects', href: '/org/lifecycle/projects', icon: <ProjectsIcon />, order: 20 },
    { name: 'Programs', href: '/org/lifecycle/programs', icon: <ApplicationsIcon />, order: 30, keys: 'g p' },
    { name: 'Integrations', href: '/org/lifecycle/integrations', icon: <DataConnectionIcon />, order: 130 },
    { name: 'Compliance', href: '/org/lifecycle/compliance', icon: <ConfirmIcon />, order: 140 },
  ],
  sections: [
    {
      title: 'Lifecycle Management',
      icon: <RepeatIcon />,
      order: 10,
      items: [
        {
          name: 'Program Requirements',
          href: '/org/lifecycle/projects/view/add-requirements',
          icon: <ClipboardIcon />,
        },
        { name: 'Program Configuration', href: '/org/lifecycle/projects/view/system-configuration', icon: <CogIcon /> },
        {
          name: 'Item Definition',
          href: '/org/lifecycle/projects/view/item-definition',
          icon: <DocumentIcon />,
          lifecycleKey: 'Item-Definition',
        },
        {
          name: 'Asset Identification',
          href: '/org/lifecycle/projects/view/asset-identify',
          icon: <LayersIcon />,
          lifecycleKey: 'Asset-Identification',
          kinds: ['asset', 'damage-scenario'],
        },
        {
          name: 'Threat Analysis',
          href: '/org/lifecycle/projects/view/threat-analysis',
          icon: <VirusIcon />,
          lifecycleKey: 'Threat-Analysis',
          kinds: ['threat-scenario'],
        },
        {
          name: 'Attack Tree',
          href: '/org/lifecycle/projects/view/attack-tree',
          icon: <DiagramTreeIcon />,
          lifecycleKey: 'Generate-Attack-Tree',
          kinds: ['attack-tree'],
        },
        {
          name: 'Residual Risk',
          href: '/org/lifecycle/projects/view/residual-risk',
          icon: <HeatGridIcon />,
          lifecycleKey: 'Residual-Risk',
          kinds: ['goal', 'claim', 'control'],
        },
        {
          name: 'Requirements Mapping',
          href: '/org/lifecycle/projects/view/mapping-requirements',
          icon: <ManyToManyIcon />,
        },
        {
          name: 'Event Definition',
          href: '/org/lifecycle/projects/view/event-definition',
          icon: <TimelineEventsIcon />,
          lifecycleKey: 'Cyber-Security-event-definition',
          kinds: ['security-event'],
        },
        {
          name: 'Security Concept',
          href: '/org/lifecycle/projects/view/security-concepts',
          icon: <ShieldIcon />,
          lifecycleKey: 'Security-Concept',
          kinds: ['concept'],
        },
        {
          name: 'Verification Report',
          href: '/org/lifecycle/projects/view/cyber-securityverification-report',
          icon: <EndorsedIcon />,
          lifecycleKey: 'Requirement-Verification-Report',
        },
        {
          name: 'Requirements Management',
          href: '/org/lifecycle/projects/view/requirements-management',
          icon: <NumberedListIcon />,
          lifecycleKey: 'Requirements-Management',
          kinds: ['requirement'],
        },
        {
          name: 'Compliance Summary',
          href: '/org/lifecycle/projects/view/compliance-summary',
          icon: <TickCircleIcon />,
          kinds: ['work-product'],
        },
      ],
    },
    {
      title: 'Decommissioning',
      icon: <ArchiveIcon />,
      order: 110,
      items: [
        {
          name: 'Asset Decommissioning',
          href: '/org/lifecycle/projects/decommissioning',
          icon: <ArchiveIcon />,
          kinds: ['decommissioning'],
        },
      ],
    },
    {
      title: 'Product Development',
      icon: <WrenchIcon />,
      order: 130,
      items: [
        {
          name: 'Requirement Summary',
          href: '/org/lifecycle/projects/product-development/requirement-summary',
          icon: <ClipboardIcon />,
        },
        {
          name: 'Design Specification',
          href: '/org/lifecycle/projects/product-development/design-specification',
          icon: <DrawIcon />,
          kinds: ['specification'],
        },
        {
          name: 'Integration and Verification',
          href: '/org/lifecycle/projects/product-development/integration-verification',
          icon: <GitMergeIcon />,
        },
        {
          name: 'Cyber Security Validation',
          href: '/org/lifecycle/projects/product-development/cybersecurity-validation',
          icon: <EndorsedIcon />,
          kinds: ['validation'],
        },
        {
          name: 'Test Cases Creation',
          href: '/org/lifecycle/projects/product-development/test-cases-creation',
          icon: <LabTestIcon />,
          kinds: ['test-case'],
        },
      ],
    },
    {
      title: 'Production',
      icon: <BuildIcon />,
      order: 140,
      items: [
        {
          name: 'Production Control',
          href: '/org/lifecycle/projects/production',
          icon: <BuildIcon />,
          kinds: ['production-control'],
        },
      ],
    },
  ],
  viewPages: lifecycleViewPages,
  reports: lifecycleReports,
  panels: {
    'beside-alert': [
      {
        title: 'Matching threat scenarios',
        licence: 'LIFECYCLE_CONCEPT_PHASE',
        Panel: lazyPart(async () => (await import('./sightings/matching-scenarios-panel.tsx')).MatchingScenariosPanel),
      },
    ],
  },
  kindParts: async () => (await import('./kind-parts/kind-parts.tsx')).kindParts,
  app: { title: 'Carapace Lifecycle', to: '/org/lifecycle/dashboard', icon: <RepeatIcon /> },
}
