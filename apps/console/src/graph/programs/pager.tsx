import { Button, HTMLSelect } from '@blueprintjs/core'
import { ChevronLeftIcon, ChevronRightIcon } from '@blueprintjs/icons'
import { lastPage, pageSizes, placeOf } from './programs-search.ts'

interface PagerProps {
  readonly total: number
  readonly perPage: number
  readonly page: number
  readonly onPage: (page: number) => void
  /** Absent: the page size is fixed. */
  readonly onSize?: (perPage: number) => void
}

/** Shows which page of the list this is, and leads to the others. */
export function Pager({ total, perPage, page, onPage, onSize }: PagerProps) {
  return (
    <nav className="pg-pager" aria-label="Pages">
      {onSize && (
        <label>
          <span>Per page</span>
          <HTMLSelect
            value={perPage}
            options={pageSizes.includes(perPage as never) ? [...pageSizes] : [perPage, ...pageSizes]}
            onChange={(event) => onSize(Number(event.currentTarget.value))}
          />
        </label>
      )}
      <span className="num" role="status">
        {placeOf(total, perPage, page)}
      </span>
      <Button
        variant="outlined"
        icon={<ChevronLeftIcon />}
        aria-label="Previous page"
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <Button
        variant="outlined"
        icon={<ChevronRightIcon />}
        aria-label="Next page"
        disabled={page >= lastPage(total, perPage)}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  )
}
