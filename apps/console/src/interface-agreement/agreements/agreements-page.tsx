import { Button } from '@blueprintjs/core'
import { AddIcon, CrossIcon, ExchangeIcon } from '@blueprintjs/icons'
import { getPrograms } from '@carapace/shared/graph/programs/programs.contract'
import {
  type AgreementSummary,
  createAgreement,
  listAgreements,
} from '@carapace/shared/interface-agreement/agreements.contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { pageSubject, useEndpoint } from '../../core/call/query.ts'
import { useHotkeys } from '../../core/hotkeys/hotkeys.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { useRefusal } from '../../core/session/may.ts'
import { ColumnChoice, DataTable } from '../../core/table/data-table.tsx'
import { ActButton } from '../../core/ui/act-button.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SearchField } from '../../core/ui/search-field.tsx'
import { type AgreementsSearch, listTabs } from '../search.ts'
import { counted } from '../words.ts'
import { columnsOf, hasWords } from './columns.tsx'
import { Invitations } from './invitations.tsx'
import { NewAgreementDialog } from './new-agreement-dialog.tsx'
import { TemplatesTab } from './templates-tab.tsx'
import '../agreement.css'

interface AgreementsPageProps {
  readonly search: AgreementsSearch
  readonly go: (search: AgreementsSearch, replace?: boolean) => void
}

const tableId = 'interface-agreements'
const title = 'Interface agreements'

/** The agreements in whose team the user is, their invitations, and own templates (rule AGREEMENT-UI-8). */
export function AgreementsPage({ search, go }: AgreementsPageProps) {
  usePageTitle(title)
  const [isAdding, setAdding] = useState(false)
  const { programId } = search
  const refusal = useRefusal(createAgreement)
  const list = useEndpoint(listAgreements, programId === undefined ? {} : { program_uuid: programId }, pageSubject)
  const open = useOpen()
  const add = () => refusal === undefined && setAdding(true)
  useHotkeys([{ keys: 'n', title: 'New agreement', group: title, run: add }])
  return (
    <div className="ia-page">
      <PageHead title={title} tabs={<Tabs search={search} />}>
        <ActButton
          size="medium"
          intent="primary"
          variant="solid"
          icon={<AddIcon />}
          keys="n"
          text="New agreement"
          refusal={refusal}
          onClick={add}
        />
      </PageHead>
      <Invitations
        invitations={list.data?.invitations ?? []}
        chosen={search.invitation}
        onChoose={(invitation) => go({ ...search, invitation }, true)}
        onAnswered={(agreement, program) => {
          if (agreement !== null) return open(agreement, program)
          go({ ...search, invitation: undefined }, true)
          list.refetch()
        }}
      />
      {search.tab === 'templates' ? (
        <TemplatesTab />
      ) : (
        <List search={search} go={go} list={list} open={open} onAdd={add} refusal={refusal} />
      )}
      {isAdding && (
        <NewAgreementDialog
          agreements={list.data?.agreements ?? []}
          programId={programId}
          onCreated={open}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  )
}

/** Opens the table of an agreement, within the program of the own organisation. */
function useOpen() {
  const navigate = useNavigate()
  return (agreement: string, programUuid: string | null = null) =>
    void navigate({
      to: '/org/interface-agreement/information-exchange',
      search: { agreement, ...(programUuid !== null && { programId: programUuid }) },
    })
}

function Tabs({ search }: { readonly search: AgreementsSearch }) {
  const shown = search.tab ?? 'agreements'
  return (
    <nav className="c-tabs" aria-label={title}>
      {listTabs.map(({ tab, title: text }) => (
        <Link
          key={tab}
          className="c-tab"
          to="/org/interface-agreement/agreements"
          search={{ ...search, tab }}
          aria-current={tab === shown ? 'page' : undefined}
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}

interface ListProps extends AgreementsPageProps {
  readonly list: ReturnType<typeof useEndpoint<typeof listAgreements.input, typeof listAgreements.output>>
  readonly open: (agreement: string, programUuid: string | null) => void
  readonly onAdd: () => void
  readonly refusal: string | undefined
}

function List({ search, go, list: { data, problem, refetch }, open, onAdd, refusal }: ListProps) {
  const { q = '', programId } = search
  const { data: listed } = useEndpoint(getPrograms, { perPage: 100 })
  const programs = useMemo(() => new Map((listed?.programs ?? []).map(({ uuid, name }) => [uuid, name])), [listed])
  const columns = useMemo(() => columnsOf(programs), [programs])
  const rows = useMemo(() => data?.agreements.filter((agreement) => hasWords(agreement, q)), [data, q])
  return (
    <>
      <div className="c-toolbar">
        <SearchField
          value={q}
          label="Search agreements"
          placeholder="Title, item, party or number"
          onSearch={(words) => go({ ...search, q: words || undefined }, true)}
        />
        {programId !== undefined && (
          <span className="c-filter c-filter-set ia-chip">
            <span>
              program <b>{programs.get(programId) ?? '…'}</b>
            </span>
            <Button
              variant="minimal"
              icon={<CrossIcon size={12} />}
              aria-label="Remove the filter program"
              onClick={() => go({ ...search, programId: undefined })}
            />
          </span>
        )}
        <span className="c-toolbar-total num" role="status">
          {rows === undefined ? '' : counted(rows.length, 'agreement')}
        </span>
        <ColumnChoice id={tableId} columns={columns} />
      </div>
      <div className="ia-body">
        <DataTable
          id={tableId}
          label="Interface agreements"
          columns={columns}
          rows={rows}
          keyOf={({ uuid }: AgreementSummary) => uuid}
          onOpen={({ uuid, program_uuid: program }) => open(uuid, program)}
          {...(data === undefined && problem !== undefined && { problem })}
          onRetry={refetch}
          empty={<Nothing hasWords={q !== ''} isOfProgram={programId !== undefined} onAdd={onAdd} refusal={refusal} />}
        />
      </div>
    </>
  )
}

interface NothingProps {
  readonly hasWords: boolean
  readonly isOfProgram: boolean
  readonly onAdd: () => void
  readonly refusal: string | undefined
}

function Nothing({ hasWords: isSearch, isOfProgram, onAdd, refusal }: NothingProps) {
  if (isSearch)
    return (
      <EmptyState icon={<ExchangeIcon size={24} />} title="No agreement has these words">
        The search looks at number, title, item and the other party.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={<ExchangeIcon size={24} />}
      title={isOfProgram ? 'This program has no interface agreement' : 'No interface agreement'}
      action={<ActButton size="medium" text="New agreement" refusal={refusal} onClick={onAdd} />}
    >
      In an interface agreement, customer and supplier settle who is responsible for which work product, and what is
      exchanged when. Begin one and invite the other side; agreements of others appear here when they invite you.
    </EmptyState>
  )
}
