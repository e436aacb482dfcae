import type { AccessProbes } from '../support/access-probes.ts'

/** Calls and channels of notifications. */
export const probes: AccessProbes = {
  isolation({ theirs }) {
    const preferences = { kinds: {}, minimum: {}, quiet: null, only_in_shift: false, digest: 'none', digest_at: 0 }
    return {
      'v2/app/notifications': [{ say: {}, status: 200 }],
      'v2/app/notifications/mark': [{ say: { uuids: [theirs.notificationUuid], read: true }, status: 200 }],
      'v2/app/notifications/mark-all': [{ say: { until: new Date().toISOString() }, status: 200 }],
      'v2/app/notifications/acknowledge': [{ say: { uuid: theirs.notificationUuid }, status: 404 }],
      'v2/app/notifications/preferences': [{ say: {}, status: 200 }],
      'v2/app/notifications/preferences/save': [{ say: { preferences, revision: 0 }, status: 200 }],
      'v2/app/notifications/preferences/test': [{ say: {}, status: 200 }],
      'v2/app/notifications/targets': [{ say: {}, status: 200 }],
      'v2/app/notifications/targets/save': [
        { say: { uuid: theirs.notificationTargetUuid, own: false, channel: 'webhook', name: 'ours now' }, status: 404 },
      ],
      'v2/app/notifications/targets/delete': [{ say: { uuid: theirs.notificationTargetUuid }, status: 404 }],
      'v2/app/notifications/targets/test': [{ say: { uuid: theirs.notificationTargetUuid }, status: 404 }],
      'v2/app/notifications/deliveries': [{ say: {}, status: 200 }],
    }
  },
  watched() {
    return { 'notifications.mine': [{ params: {}, refused: false }] }
  },
  calls(mine, nobody) {
    return {
      'v2/app/notifications': {
        category: 'security,sbom',
        urgency: 'critical',
        unread: 'true',
        from: '2026-01-01T00:00:00Z',
        until: '2027-01-01T00:00:00Z',
        cursor: `2026-01-01T00:00:00.000Z|${nobody}`,
        limit: '5',
      },
      'v2/app/notifications/mark': { uuids: [mine.notificationUuid], read: true },
      'v2/app/notifications/mark-all': { until: '2020-01-01T00:00:00Z', category: 'sbom' },
      'v2/app/notifications/acknowledge': { uuid: mine.notificationUuid },
      'v2/app/notifications/preferences': {},
      'v2/app/notifications/preferences/save': {
        preferences: {
          kinds: { 'alert-high': ['in_app'] },
          minimum: { email: 'high' },
          quiet: { from: 0, until: 60 },
          only_in_shift: true,
          digest: 'daily',
          digest_at: 480,
        },
        revision: 99,
      },
      'v2/app/notifications/preferences/test': {},
      'v2/app/notifications/targets': {},
      'v2/app/notifications/targets/save': {
        uuid: mine.notificationTargetUuid,
        revision: 99,
        own: false,
        channel: 'webhook',
        name: 'x',
        url: 'https://hooks.example.com/x',
        secret: 'sixteen characters',
        categories: ['security'],
        minimum: 'high',
        active: true,
      },
      'v2/app/notifications/targets/delete': { uuid: nobody },
      'v2/app/notifications/targets/test': { uuid: nobody },
      'v2/app/notifications/deliveries': {
        state: 'SENT,FAILED',
        channel: 'email',
        cursor: `2026-01-01T00:00:00.000Z|${nobody}`,
        limit: '5',
      },
    }
  },
}
