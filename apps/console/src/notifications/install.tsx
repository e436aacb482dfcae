import { lazyPart } from '../core/install/lazy-part.ts'
import type { ModuleInstall } from '../core/install/module-install.ts'

/** What the module adds to the console; see core/install/module-install.ts. */
export const notifications: ModuleInstall = {
  name: 'notifications',
  purpose: 'Notifications bring people what needs them, where and when they choose.',
  areas: [{ under: '/org/notifications', open: 'always', rows: [['', 'Notifications']] }],
  TopBarItem: lazyPart(async () => (await import('./bell.tsx')).Bell),
  Feed: lazyPart(async () => (await import('./mine.ts')).MineFeed),
}
