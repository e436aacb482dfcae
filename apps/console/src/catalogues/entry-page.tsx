import { type Catalogue, type CatalogueEntry, getCatalogueEntry } from '@carapace/shared/catalogues/catalogue.contract'
import { SearchIcon } from '@blueprintjs/icons'
import { useNavigate } from '@tanstack/react-router'
import { usePageTitle } from '../core/page/page-title.ts'
import { EmptyState } from '../core/ui/empty-state.tsx'
import { ErrorState } from '../core/ui/error-state.tsx'
import { PageHead } from '../core/ui/page-head.tsx'
import { SkeletonRows } from '../core/ui/skeleton.tsx'
import { toast } from '../core/ui/toast.ts'
import { useEndpoint } from '../core/call/query.ts'
import { EntryForm } from './entry-form.tsx'
import { catalogueWords } from './words.ts'
import './catalogues.css'

/** The page on which a new entry is added. */
export function NewEntryPage({ catalogue }: { readonly catalogue: Catalogue }) {
  const { one } = catalogueWords[catalogue]
  usePageTitle(`New ${one}`)
  return <FormPage catalogue={catalogue} title={`New ${one}`} entry={undefined} />
}

interface ChangeEntryPageProps {
  readonly catalogue: Catalogue
  readonly uuid: string | undefined
}

/** The page on which one entry is changed. */
export function ChangeEntryPage({ catalogue, uuid }: ChangeEntryPageProps) {
  usePageTitle(`Change ${catalogueWords[catalogue].one}`)
  const { data, problem, refetch } = useEndpoint(
    getCatalogueEntry,
    { uuid: uuid ?? '' },
    { enabled: uuid !== undefined },
  )
  if (uuid === undefined)
    return (
      <EmptyState icon={<SearchIcon size={24} />} title="Nothing to change">
        The address names no entry of the catalogue.
      </EmptyState>
    )
  if (data === undefined)
    return problem === undefined ? (
      <SkeletonRows rows={12} columns={['160px', '1fr']} />
    ) : (
      <ErrorState title="The entry did not load" onRetry={refetch}>
        {problem}
      </ErrorState>
    )
  return (
    <FormPage key={uuid} catalogue={catalogue} title={`${data.entry.code} ${data.entry.title}`} entry={data.entry} />
  )
}

interface FormPageProps {
  readonly catalogue: Catalogue
  readonly title: string
  readonly entry: CatalogueEntry | undefined
}

function FormPage({ catalogue, title, entry }: FormPageProps) {
  const navigate = useNavigate()
  const { list } = catalogueWords[catalogue]
  const back = (uuid: string | undefined) => void navigate({ to: list, search: { entry: uuid } })
  const saved = ({ uuid, code }: CatalogueEntry) => {
    toast.success(`${code} is saved.`)
    back(uuid)
  }
  return (
    <div className="ct-page">
      <PageHead title={title} />
      <div className="ct-form-page">
        <EntryForm catalogue={catalogue} {...(entry && { entry })} onSaved={saved} onCancel={() => back(entry?.uuid)} />
      </div>
    </div>
  )
}
