import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import { DownloadIcon } from '@blueprintjs/icons'
import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import { exportArtefacts } from '@carapace/shared/graph/exchange/exchange.contract'
import { useState } from 'react'
import { download } from '../../core/call/download.ts'
import { tried, usePageContext } from '../page/page-context.tsx'
import { type ExchangeForm, useKindParts } from '../page/kind-parts.ts'
import { ImportDialog } from './import-dialog.tsx'

/** Exports a list as a file, and imports one. */
export function ExchangeMenu() {
  const {
    program: { programUuid },
    kind,
    refusal,
    search,
  } = usePageContext()
  const [isImporting, setImporting] = useState(false)
  const { plural } = artefactKindNamed(kind)!
  const further = useKindParts().exchangeForms[kind] ?? []
  const take = ({ form, fileName, isOfAllKinds }: Pick<ExchangeForm, 'form' | 'fileName' | 'isOfAllKinds'>) =>
    void tried(() =>
      download(
        exportArtefacts,
        {
          program_uuid: programUuid,
          ...(search.projectId !== undefined && { project_uuid: search.projectId }),
          ...(!isOfAllKinds && { kind }),
          form,
        },
        fileName,
      ),
    )
  const base = plural.toLowerCase().replaceAll(' ', '-')
  return (
    <>
      <PopoverNext
        placement="bottom-end"
        arrow={false}
        animation="minimal"
        content={
          <Menu aria-label="Export and import">
            <MenuItem
              roleStructure="menuitem"
              text={`${plural} as XLSX`}
              onClick={() => take({ form: 'xlsx', fileName: `${base}.xlsx` })}
            />
            <MenuItem
              roleStructure="menuitem"
              text={`${plural} as CSV`}
              onClick={() => take({ form: 'csv', fileName: `${base}.csv` })}
            />
            {further.map((each) => (
              <MenuItem key={each.form} roleStructure="menuitem" text={each.title} onClick={() => take(each)} />
            ))}
            <MenuDivider />
            <MenuItem
              roleStructure="menuitem"
              text={`Import ${plural.toLowerCase()}`}
              disabled={refusal !== undefined}
              onClick={() => setImporting(true)}
            />
          </Menu>
        }
      >
        <Button variant="outlined" icon={<DownloadIcon />}>
          Export, import
        </Button>
      </PopoverNext>
      {isImporting && <ImportDialog kind={kind} onClose={() => setImporting(false)} />}
    </>
  )
}
