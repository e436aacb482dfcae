import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { AlertSearch } from './search.ts'

/** Goes to another search: a new entry in the history, unless it replaces the one of now. */
export type Go = (search: AlertSearch, replace?: boolean) => void

/** What the address and the drawer show at a moment. */
export interface Address {
  readonly search: AlertSearch
  readonly go: Go
  /** The alert that the drawer shows, while it shows one: an alert of a link need not be in the list. */
  readonly shown: Alert | undefined
}
