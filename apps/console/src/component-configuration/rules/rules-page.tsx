import { AddIcon, LinkIcon, TrashIcon } from '@blueprintjs/icons'
import {
  type CompatibilityRule,
  deleteCompatibilityRule,
  listCompatibilityRules,
  saveCompatibilityRule,
} from '@carapace/shared/component-configuration/configuration.contract'
import { useMemo, useState } from 'react'
import { call, messageOf } from '../../core/call/call.ts'
import { useAction } from '../../core/call/use-action.ts'
import { usePages } from '../../core/call/use-pages.ts'
import { number } from '../../core/format/format.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { useRefusal } from '../../core/session/may.ts'
import { type Column, ColumnChoice, DataTable } from '../../core/table/data-table.tsx'
import { ActButton } from '../../core/ui/act-button.tsx'
import { ConfirmDialog } from '../../core/ui/confirm-dialog.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SearchField } from '../../core/ui/search-field.tsx'
import { toast } from '../../core/ui/toast.ts'
import { IconButton } from '../../core/ui/tooltip.tsx'
import type { ListSearch } from '../search.ts'
import { RuleDialog } from './rule-dialog.tsx'
import '../configuration.css'

const tableId = 'component-configuration-rules'

const columnsOf = (
  refusal: string | undefined,
  remove: (rule: CompatibilityRule) => void,
): readonly Column<CompatibilityRule>[] => [
  {
    key: 'release',
    title: 'Release',
    width: 240,
    grow: 1,
    always: true,
    render: ({ release }) => `${release.software} ${release.version}`,
  },
  { key: 'rule', title: 'Rule', width: 320, grow: 2, always: true, render: ruleText, text: ruleText },
  {
    key: 'note',
    title: 'Note',
    width: 240,
    grow: 1,
    priority: 1,
    render: ({ note }) => note,
    text: ({ note }) => note,
  },
  {
    key: 'remove',
    title: 'Remove',
    width: 72,
    always: true,
    render: (rule) => (
      <IconButton
        icon={<TrashIcon />}
        label={`Remove the rule of ${rule.release.software} ${rule.release.version}`}
        disabled={refusal !== undefined}
        onClick={() => remove(rule)}
      />
    ),
  },
]

function ruleText({
  kind,
  part,
  other_release: other,
  other_software: software,
  least_version: least,
}: CompatibilityRule) {
  if (kind === 'NEEDS_PART') return `needs hardware part ${part?.part_number ?? ''}`
  if (kind === 'EXCLUDES') return `excludes ${other?.software ?? ''} ${other?.version ?? ''}`
  return `requires ${software?.software ?? ''}${least === '' ? '' : ` ${least} or later`}`
}

interface RulesPageProps {
  readonly search: ListSearch
  readonly go: (search: ListSearch, replace?: boolean) => void
}

/** What releases need, exclude and require (rule VARIANT-UI-10 of ../SPEC.md). */
export function RulesPage({ search, go }: RulesPageProps) {
  usePageTitle('Compatibility rules')
  const [isAdding, setAdding] = useState(false)
  const query = search.q === undefined ? {} : { q: search.q }
  const { rows, first, problem, more, retry } = usePages(
    [listCompatibilityRules.path, query],
    async (cursor, signal) => {
      const page = await call(listCompatibilityRules, { ...query, ...(cursor !== undefined && { cursor }) }, { signal })
      return { rows: page.rules, next: page.next_cursor, total: page.total }
    },
  )
  const refusal = useRefusal(saveCompatibilityRule)
  const [asked, setAsked] = useState<CompatibilityRule>()
  const action = useAction()
  const columns = useMemo(() => columnsOf(refusal, setAsked), [refusal])
  const remove = ({ uuid, revision }: CompatibilityRule) =>
    void action.run(async () => {
      await call(deleteCompatibilityRule, { uuid, revision }).catch((thrown: unknown) => {
        toast.error(messageOf(thrown))
      })
      setAsked(undefined)
      retry()
    })
  return (
    <div className="cc-page">
      <PageHead title="Compatibility rules">
        <ActButton
          size="medium"
          intent="primary"
          variant="solid"
          icon={<AddIcon />}
          text="New rule"
          refusal={refusal}
          onClick={() => setAdding(true)}
        />
      </PageHead>
      <div className="c-toolbar">
        <SearchField
          value={search.q ?? ''}
          label="Search rules"
          placeholder="Software or part number"
          onSearch={(q) => go({ q: q || undefined }, true)}
        />
        <span className="c-toolbar-total num" role="status">
          {first === undefined ? '' : `${number(first.total)} ${first.total === 1 ? 'rule' : 'rules'}`}
        </span>
        <ColumnChoice id={tableId} columns={columns} />
      </div>
      <div className="cc-body">
        <DataTable
          id={tableId}
          label="Compatibility rules"
          columns={columns}
          rows={rows}
          keyOf={({ uuid }) => uuid}
          onEnd={more}
          onRetry={retry}
          {...(rows === undefined && problem !== undefined && { problem })}
          empty={
            <EmptyState icon={<LinkIcon size={24} />} title="No rule">
              {search.q === undefined
                ? 'A rule states which hardware or software a release needs, or what it must not be with.'
                : 'No rule has these words.'}
            </EmptyState>
          }
        />
      </div>
      {asked !== undefined && (
        <ConfirmDialog
          isOpen
          title="Remove this rule?"
          action="Remove"
          isDanger
          isBusy={action.busy}
          onConfirm={() => remove(asked)}
          onClose={() => setAsked(undefined)}
        >
          {asked.release.software} {asked.release.version} {ruleText(asked)}. Variants are no longer checked by it.
        </ConfirmDialog>
      )}
      {isAdding && (
        <RuleDialog
          onClose={(isSaved) => {
            setAdding(false)
            if (isSaved) retry()
          }}
        />
      )}
    </div>
  )
}
