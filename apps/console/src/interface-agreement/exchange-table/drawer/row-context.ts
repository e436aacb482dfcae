import type { RowDetails } from '@carapace/shared/interface-agreement/row-details.contract'
import type { AgreementContext } from '../../use-agreement.ts'
import type { TableRow } from '../rows.ts'
import type { Unsent } from './use-unsent.ts'

/** What the sections of the drawer work with. */
export interface RowContext extends AgreementContext {
  readonly row: TableRow
  /** The name of the other party. */
  readonly other: string
}

/** What a section works with that shows or changes what belongs to a row beside its values. */
export interface DetailsProps extends RowContext {
  readonly details: RowDetails
  /** Reads them again, after a write of the own. */
  readonly reread: () => void
  readonly unsent: Unsent
}
