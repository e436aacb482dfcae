import { AgreementFrame } from '../frame/agreement-frame.tsx'
import type { TableSearch } from '../search.ts'

interface TablePageProps {
  readonly search: TableSearch
  readonly go: (search: TableSearch, replace?: boolean) => void
}

/** The table of work products. */
export function TablePage({ search }: TablePageProps) {
  return (
    <AgreementFrame title="Information Exchange" search={search}>
      {() => null}
    </AgreementFrame>
  )
}
