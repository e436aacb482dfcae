import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { AlertSearch } from './search.ts'

/** Navigates to another search. Adds a history entry unless `replace` is set: then it replaces the current entry. */
export type Go = (search: AlertSearch, replace?: boolean) => void

/** What the address and the drawer show now. */
export interface Address {
  readonly search: AlertSearch
  readonly go: Go
  /** The alert that the open drawer shows. An alert opened by a link need not be in the list. */
  readonly shown: Alert | undefined
}
