import type { Urgency } from '@carapace/shared/core/notification-kinds'
import type { Org } from '@carapace/shared/core/owned'
import type { Permission } from '@carapace/shared/permissions'
import type { Tx } from './db.ts'

/** Something that people should know. */
export interface NewNotification {
  /** A kind that the module declares: `case-mention`. People choose by kind what reaches them where. */
  readonly kind: string
  readonly urgency: Urgency
  readonly title: string
  readonly text?: string
  /** The page that shows it, with its query: `/org/msoc/dashboard/case-management/general?case=…`. */
  readonly href: string
  /** The recipients: members, or everybody with a permission. */
  readonly to: { readonly users: readonly string[] } | { readonly permission: Permission }
  /** The member whose action caused it, who is not notified. */
  readonly except?: string
  /**
   * Repeats with the same key within an hour are counted on the first one instead, which then shows the latest title
   * and page.
   */
  readonly dedupKey?: string
}

/** The service that modules notify people with. */
export interface Notifications {
  /**
   * Stores a notification in the caller's transaction; it is delivered after the commit, on the channels that each
   * recipient chose.
   *
   * @throws {Error} when no module declares the kind, or the page is none of the console's
   */
  add(tx: Tx, org: Org, notification: NewNotification): Promise<void>
  /**
   * Somebody handles what these notifications are about: they escalate no further. They are named by their kind and
   * their `dedupKey`.
   */
  acknowledge(tx: Tx, org: Org, kind: string, dedupKeys: readonly string[], by: string | null): Promise<void>
  /**
   * Takes the notifications that lead to a page back from everybody but these members: they leave bells and histories,
   * and what was not sent is not sent any more. For what some may no longer see.
   */
  withdraw(tx: Tx, org: Org, href: string, except: readonly string[]): Promise<void>
  /** Delivers what was added now, instead of within seconds. Call it after the commit. */
  wake(org: Org): void
}

declare module '../module.ts' {
  interface Services {
    readonly notifications: Notifications
  }
}
