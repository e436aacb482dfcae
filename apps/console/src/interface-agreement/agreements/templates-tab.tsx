import { DocumentIcon, TrashIcon } from '@blueprintjs/icons'
import { deleteAgreementTemplate, listAgreementTemplates } from '@carapace/shared/interface-agreement/pages.contract'
import { useMemo, useState } from 'react'
import type { z } from 'zod'
import { call, messageOf } from '../../core/call/call.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { useAction } from '../../core/call/use-action.ts'
import { dateTime } from '../../core/format/format.ts'
import { useRefusal } from '../../core/session/may.ts'
import { type Column, DataTable } from '../../core/table/data-table.tsx'
import { ConfirmDialog } from '../../core/ui/confirm-dialog.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { toast } from '../../core/ui/toast.ts'
import { IconButton } from '../../core/ui/tooltip.tsx'

type Template = z.output<typeof listAgreementTemplates.output>['templates'][number]

const columnsOf = (refusal: string | undefined, remove: (template: Template) => void): readonly Column<Template>[] => [
  { key: 'name', title: 'Name', width: 280, grow: 2, always: true, render: ({ name }) => name, text: nameOf },
  { key: 'rows', title: 'Rows', width: 72, numeric: true, render: ({ rows }) => rows },
  { key: 'author', title: 'Saved by', width: 180, grow: 1, render: ({ author }) => author },
  { key: 'changed', title: 'Changed', width: 168, render: ({ changed_at: at }) => dateTime(at) },
  {
    key: 'delete',
    title: 'Delete',
    width: 72,
    always: true,
    render: (template) => (
      <IconButton
        icon={<TrashIcon />}
        label={refusal ?? `Delete the template ${template.name}`}
        disabled={refusal !== undefined}
        size="small"
        onClick={() => remove(template)}
      />
    ),
  },
]

const nameOf = ({ name }: Template) => name

/** The organisation's own templates. */
export function TemplatesTab() {
  const { data, problem, refetch } = useEndpoint(listAgreementTemplates, {})
  const [asked, setAsked] = useState<Template>()
  const refusal = useRefusal(deleteAgreementTemplate)
  const columns = useMemo(() => columnsOf(refusal, setAsked), [refusal])
  const { busy, run } = useAction()
  const remove = ({ uuid, name }: Template) =>
    void run(async () => {
      try {
        await call(deleteAgreementTemplate, { uuid })
        toast.success(`The template ${name} is deleted`)
      } catch (thrown) {
        toast.error(messageOf(thrown))
      }
      setAsked(undefined)
      refetch()
    })
  return (
    <div className="ia-body">
      <DataTable
        id="interface-agreement-templates"
        label="Templates"
        columns={columns}
        rows={data?.templates}
        keyOf={({ uuid }) => uuid}
        {...(data === undefined && problem !== undefined && { problem })}
        onRetry={refetch}
        empty={
          <EmptyState icon={<DocumentIcon size={24} />} title="No template of your own">
            Save the rows of an agreement as a template, in its menu More: new agreements can begin with it.
          </EmptyState>
        }
      />
      {asked !== undefined && (
        <ConfirmDialog
          isOpen
          title={`Delete the template ${asked.name}?`}
          action="Delete"
          isDanger
          isBusy={busy}
          onConfirm={() => remove(asked)}
          onClose={() => setAsked(undefined)}
        >
          Agreements that began with it stay as they are.
        </ConfirmDialog>
      )}
    </div>
  )
}
