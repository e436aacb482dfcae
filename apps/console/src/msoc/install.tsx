import {
  BriefcaseIcon,
  CalendarIcon,
  ChartIcon,
  DashboardIcon,
  DataConnectionIcon,
  DataSyncIcon,
  DocumentIcon,
  EyeOpenIcon,
  FeedIcon,
  FilterListIcon,
  GridViewIcon,
  LearningIcon,
  MapIcon,
  NotificationsIcon,
  PlaybookIcon,
  ProjectsIcon,
  PulseIcon,
  TimelineLineChartIcon,
  WarningSignIcon,
} from '@blueprintjs/icons'
import { linkOptions } from '@tanstack/react-router'
import { lazyPart } from '../core/install/lazy-part.ts'
import type { ModuleInstall } from '../core/install/module-install.ts'
import { tabs as jobTabs } from './jobs/tabs.ts'
import { msocAreas } from './screens.ts'
import { tabs as vehicleTabs } from './vehicle/tabs.ts'
import { msocViewPages } from './view-pages.ts'
import { msocWall } from './wall.ts'

const loadWork = () => import('./landing/work.tsx')

/** The console module of the security operations centre. */
export const msoc: ModuleInstall = {
  name: 'msoc',
  purpose: 'MSOC watches vehicles and fleets: alerts, cases, rules, playbooks and a live map.',
  areas: msocAreas,
  workspaceItems: [{ name: 'MSOC', href: '/org/msoc/dashboard', icon: <PulseIcon />, order: 90 }],
  sections: [
    {
      title: 'MSOC',
      icon: <PulseIcon />,
      order: 90,
      isAlone: true,
      items: [
        { name: 'Dashboard', href: '/org/msoc/dashboard', icon: <DashboardIcon />, keys: 'g d' },
        { name: 'Panels', href: '/org/msoc/dashboard/panels', icon: <GridViewIcon /> },
        { name: 'KPIs', href: '/org/msoc/dashboard/kpis', icon: <TimelineLineChartIcon />, keys: 'g k' },
        { name: 'Shifts', href: '/org/msoc/dashboard/shifts', icon: <CalendarIcon />, keys: 'g s' },
        { name: 'Live', href: '/org/msoc/dashboard/live-map', icon: <MapIcon />, keys: 'g l' },
        { name: 'Projects', href: '/org/msoc/dashboard/projects', icon: <ProjectsIcon />, keys: 'g v' },
        { name: 'Notifications', href: '/org/msoc/dashboard/notifications', icon: <NotificationsIcon /> },
        { name: 'Reports', href: '/org/msoc/dashboard/reports', icon: <DocumentIcon /> },
        { name: 'Integrations', href: '/org/msoc/dashboard/integrations', icon: <DataConnectionIcon /> },
        { name: 'Jobs', href: '/org/msoc/dashboard/jobs', icon: <DataSyncIcon />, keys: 'g j' },
        { name: 'Analyzers', href: '/org/msoc/dashboard/analyzers', icon: <ChartIcon /> },
        { name: 'Rules', href: '/org/msoc/dashboard/rules', icon: <FilterListIcon /> },
        { name: 'Observable', href: '/org/msoc/dashboard/observable', icon: <EyeOpenIcon />, keys: 'g o' },
        {
          name: 'Alert Management',
          href: '/org/msoc/dashboard/alert-management',
          icon: <WarningSignIcon />,
          keys: 'g a',
          Badge: lazyPart(async () => (await import('./counters/open-critical.tsx')).OpenCritical),
        },
        { name: 'Case Management', href: '/org/msoc/dashboard/case-management', icon: <BriefcaseIcon />, keys: 'g c' },
        {
          name: 'Playbooks',
          href: '/org/msoc/dashboard/playbooks',
          icon: <PlaybookIcon />,
          keys: 'g b',
          Badge: lazyPart(async () => (await import('./playbooks/waiting/waiting-badge.tsx')).WaitingBadge),
        },
        { name: 'Knowledge Base', href: '/org/msoc/dashboard/kb', icon: <LearningIcon /> },
        { name: 'Newsfeeds', href: '/org/msoc/dashboard/newsfeeds', icon: <FeedIcon /> },
      ],
    },
  ],
  builtTabs: {
    '/org/msoc/dashboard/jobs/$tab': jobTabs.map(({ tab }) => tab),
    '/org/msoc/dashboard/projects/vehicle/$tab': vehicleTabs.map(({ word }) => word),
  },
  viewPages: Object.values(msocViewPages),
  finders: [
    { name: 'vehicles', order: 10, find: async (...args) => (await import('./palette.tsx')).vehicles(...args) },
    { name: 'alerts', order: 20, find: async (...args) => (await import('./palette.tsx')).alerts(...args) },
    { name: 'cases', order: 30, find: async (...args) => (await import('./palette.tsx')).cases(...args) },
    {
      name: 'observables',
      order: 35,
      find: async (...args) => (await import('./observables/find.tsx')).observables(...args),
    },
    { name: 'rules', order: 55, find: async (...args) => (await import('./palette.tsx')).rules(...args) },
    {
      name: 'playbooks',
      order: 57,
      find: async (...args) => (await import('./playbooks/palette.tsx')).playbooks(...args),
    },
    { name: 'geofences', order: 60, find: async (...args) => (await import('./palette.tsx')).geofences(...args) },
  ],
  work: [
    {
      name: 'approvals',
      order: 10,
      licence: 'MSOC',
      find: async (...args) => (await import('./playbooks/work.tsx')).findWaiting(...args),
    },
    {
      name: 'unassigned alerts',
      order: 20,
      licence: 'MSOC',
      find: async (...args) => (await loadWork()).findUnassigned(...args),
    },
    {
      name: 'your alerts',
      order: 30,
      licence: 'MSOC',
      find: async (...args) => (await loadWork()).findAlerts(...args),
    },
    { name: 'your cases', order: 40, licence: 'MSOC', find: async (...args) => (await loadWork()).findCases(...args) },
  ],
  subjects: {
    alert: (uuid) =>
      linkOptions({ to: '/org/msoc/dashboard/alert-management/general', search: { alert: uuid } as never }),
    case: (uuid) => linkOptions({ to: '/org/msoc/dashboard/case-management/general', search: { case: uuid } }),
    observable: (uuid) =>
      linkOptions({ to: '/org/msoc/dashboard/observable/general', search: { observable: uuid } as never }),
    shift: () => linkOptions({ to: '/org/msoc/dashboard/shifts', search: { tab: 'rota' } }),
    'hand-over': () => linkOptions({ to: '/org/msoc/dashboard/shifts', search: { tab: 'handover' } }),
    panel: (uuid) => linkOptions({ to: '/org/msoc/dashboard/panels', search: { panel: uuid } }),
    rule: (uuid) => linkOptions({ to: '/org/msoc/dashboard/rules/create', search: { rule: uuid } }),
    playbook: (uuid) => linkOptions({ to: '/org/msoc/dashboard/playbooks/edit', search: { playbook: uuid } }),
    'playbook run': (uuid) => linkOptions({ to: '/org/msoc/dashboard/playbooks/run', search: { run: uuid } }),
  },
  wall: msocWall,
  panels: {
    'landing-mine': [
      {
        title: 'Open cases',
        licence: 'MSOC',
        Panel: lazyPart(async () => (await import('./landing/cases-panel.tsx')).CasesPanel),
      },
    ],
    'landing-field': [
      {
        title: 'Fleet and alerts',
        licence: 'MSOC',
        hasHint: true,
        Panel: lazyPart(async () => (await import('./landing/operations-panel.tsx')).OperationsPanel),
      },
    ],
    'organisation-start': [
      {
        title: 'Ingest',
        licence: 'MSOC',
        Panel: lazyPart(async () => (await import('./ingest/ingest-settings.tsx')).IngestSettings),
      },
    ],
    'organisation-end': [
      {
        title: 'Device tokens',
        licence: 'MSOC',
        Panel: lazyPart(async () => (await import('./ingest/device-tokens-of.tsx')).DeviceTokensOf),
      },
    ],
    'organisation-across': [
      {
        title: 'Ingest keys',
        licence: 'MSOC',
        Panel: lazyPart(async () => (await import('./ingest/ingest-keys.tsx')).IngestKeys),
      },
    ],
  },
  app: { title: 'MSOC', to: '/org/msoc/dashboard', icon: <PulseIcon /> },
  StatusItems: lazyPart(async () => (await import('./counters/operations-status.tsx')).OperationsStatus),
  Feed: lazyPart(async () => (await import('./counters/counters.ts')).CountersFeed),
}
