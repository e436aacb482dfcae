import type { NotificationKind } from '@carapace/shared/core/notification-kinds'

/** The declared kinds of notifications. */
export interface Kinds {
  readonly all: () => readonly NotificationKind[]
  /** @throws {Error} when no module declares the kind: a mistake of ours (rule NOTIFICATION-2) */
  readonly named: (kind: string) => NotificationKind
}

/** The kind of the notification that a member sends to themselves to try out their choices. */
export const testKind: NotificationKind = {
  kind: 'notification-test',
  category: 'workspace',
  title: 'A test that you send to yourself',
  channels: ['in_app', 'push', 'email', 'slack', 'teams', 'webhook'],
}

/** Looks kinds up; they are complete once all modules are installed. */
export function createKinds(declared: () => readonly NotificationKind[]): Kinds {
  let byName: ReadonlyMap<string, NotificationKind> | undefined
  const read = () => (byName ??= new Map(declared().map((kind) => [kind.kind, kind])))
  return {
    all: () => [...read().values()],
    named(kind) {
      const found = read().get(kind)
      if (!found) throw new Error(`No module declares the notification kind ${kind}: see notificationKinds.`)
      return found
    },
  }
}
