import type { z } from 'zod'
import type { getReleaseHistory } from './release-history.contract.ts'

type Release = z.output<typeof getReleaseHistory.output>['releases'][number]

/** The changes of each version, the latest first. A new version in package.json needs an entry here. */
export const releases: readonly Release[] = [
  {
    version: '0.2.30',
    title: 'The first release',
    changes: [
      'Events over HTTP, syslog and AUTOSAR IDS messages, phone trackers by their own tokens; detectors whose ' +
        'alerts say why they fired.',
      'Alert queue with a drawer, bulk work, saved views, escalation to cases, and a key for each step.',
      'Live map with health, trails, geofences, following and replay; it also works without any map server.',
      'Dashboard, and a wall mode that looks after itself for weeks.',
      'Vehicles with their telemetry, CAN, log and intrusion events; jobs for long work with their progress.',
      'Organisations register with a work e-mail, complete their registration and begin with a demo.',
      'Two-factor verification with any authenticator app, and recovery codes.',
      'Team members: invitations, roles, deactivation, and the erasure of personal data.',
      'Your Profile: name, job, phone, theme, sessions that can be ended from afar, a copy of your data.',
      'Times in a zone of your own, on every page and in every chart; files stay in UTC.',
      'Licences enable modules; the plans page shows what is available.',
      'Workspace and program menus with every module in its place, and programs to work in.',
      "A security log of who did what, and how long sessions last, in the organisation's settings.",
    ],
  },
]
