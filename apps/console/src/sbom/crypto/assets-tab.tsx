import { Button } from '@blueprintjs/core'
import { DownloadIcon, FilterRemoveIcon } from '@blueprintjs/icons'
import { type CryptoAssetType, cryptoAssetTypes } from '@carapace/shared/sbom/cbom/crypto-asset'
import {
  type CryptoClass,
  cryptoClasses,
  type CryptoRuleId,
  cryptoRuleIds,
  cryptoRules,
  cryptoSeverities,
  type CryptoSeverity,
} from '@carapace/shared/sbom/cbom/crypto-rules'
import { type CryptoAssetRow, exportCryptoAssets, listCryptoAssets } from '@carapace/shared/sbom/crypto.contract'
import { call } from '../../core/call/call.ts'
import { download } from '../../core/call/download.ts'
import { useAction } from '../../core/call/use-action.ts'
import { useGrowingList } from '../../core/call/use-growing-list.ts'
import { sentenceCase } from '../../core/format/format.ts'
import { ColumnChoice, DataTable } from '../../core/table/data-table.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { FilterMenu } from '../../core/ui/filter-menu.tsx'
import { SearchField } from '../../core/ui/search-field.tsx'
import { chosen } from '../search.ts'
import { AssetDrawer } from './asset-drawer.tsx'
import { columns, tableId } from './columns.tsx'
import type { CryptoPageProps } from './page-props.ts'
import { filterOf, isNarrowed, onTab } from './search.ts'
import { assetsText, classNames, typeNames } from './words.ts'

/** The assets with their filters, and the open one beside them (rule CBOM-UI-3). */
export function AssetsTab({ search, go }: CryptoPageProps) {
  const query = filterOf(search)
  const { rows, total, problem, more, refetch } = useGrowingList<CryptoAssetRow>([listCryptoAssets.path, query], {
    async request(cursor, signal) {
      const answer = await call(listCryptoAssets, { ...query, cursor, limit: 200 }, signal ? { signal } : {})
      return { rows: answer.assets, next: answer.next_cursor, total: answer.total }
    },
    idOf: ({ id }) => id,
  })
  const open = (asset: string | undefined) => go({ ...search, asset }, true)
  return (
    <div className="sb-body">
      <div className="sb-main">
        <div className="c-toolbar">
          <SearchField
            value={search.q ?? ''}
            label="Search cryptographic assets"
            placeholder="Name or algorithm"
            onSearch={(q) => go({ ...search, q: q || undefined }, true)}
          />
          <Filters search={search} go={go} />
          <span className="c-toolbar-total num" role="status">
            {total === undefined ? '' : assetsText(total)}
          </span>
          <ExportButton search={search} />
          <ColumnChoice id={tableId} columns={columns} />
        </div>
        <DataTable
          id={tableId}
          label="Cryptographic assets"
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          onOpen={({ id }) => open(id)}
          onEnd={more}
          severityOf={({ hits }) => hits[0]?.severity}
          {...(search.asset !== undefined && { selectedKey: search.asset })}
          {...(rows === undefined && problem !== undefined && { problem })}
          onRetry={refetch}
          empty={
            <EmptyState
              icon={<FilterRemoveIcon size={24} />}
              title="No assets match"
              {...(isNarrowed(search) && {
                action: <Button variant="outlined" text="Clear filters" onClick={() => go(onTab(search, 'assets'))} />,
              })}
            >
              Nothing passes these filters.
            </EmptyState>
          }
        />
      </div>
      {search.asset !== undefined && (
        <AssetDrawer
          key={search.asset}
          id={search.asset}
          search={search}
          onOpen={open}
          onClose={() => open(undefined)}
        />
      )}
    </div>
  )
}

const types = cryptoAssetTypes.map((word) => ({ word, text: typeNames[word] }))
const classes = cryptoClasses.map((word) => ({ word, text: classNames[word] }))
const severities = cryptoSeverities.map((word) => ({ word, text: sentenceCase(word) }))
const rules = cryptoRuleIds.map((word) => ({ word, text: cryptoRules[word].title }))

function Filters({ search, go }: CryptoPageProps) {
  return (
    <>
      <FilterMenu<CryptoAssetType>
        name="Kind"
        choices={types}
        chosen={chosen(search.type)}
        onChoose={(words) => go({ ...search, type: words.join(',') || undefined })}
      />
      <FilterMenu<CryptoClass>
        name="Class"
        choices={classes}
        chosen={chosen(search.class)}
        onChoose={(words) => go({ ...search, class: words.join(',') || undefined })}
      />
      <FilterMenu<CryptoRuleId>
        name="Rule"
        choices={rules}
        chosen={chosen(search.rule)}
        onChoose={(words) => go({ ...search, rule: words.join(',') || undefined })}
      />
      <FilterMenu<CryptoSeverity>
        name="Severity"
        choices={severities}
        chosen={chosen(search.severity)}
        onChoose={(words) => go({ ...search, severity: words.join(',') || undefined })}
      />
    </>
  )
}

function ExportButton({ search }: Pick<CryptoPageProps, 'search'>) {
  const action = useAction()
  return (
    <>
      {action.problem !== undefined && (
        <span className="c-problem" role="alert">
          {action.problem}
        </span>
      )}
      <Button
        variant="minimal"
        icon={<DownloadIcon />}
        text="CSV"
        aria-label="Export as CSV"
        loading={action.busy}
        onClick={() =>
          void action.run(async () => download(exportCryptoAssets, filterOf(search), 'cryptographic-assets.csv'))
        }
      />
    </>
  )
}
