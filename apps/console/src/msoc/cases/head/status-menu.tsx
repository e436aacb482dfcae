import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDownIcon, SmallTickIcon } from '@blueprintjs/icons'
import { sentenceCase } from '../../../core/format/format.ts'
import { useCasePage } from '../page-context.tsx'
import { StatusTag } from '../status-tag.tsx'
import { useCaseSettings } from '../use-settings.ts'

/** The organisation's status under the stage; nothing while it has defined none. */
export function StatusMenu({ askToClose }: { readonly askToClose: () => void }) {
  const { detail, refusal, change } = useCasePage()
  const { settings } = useCaseSettings()
  const { status, stage: now } = detail.case
  if (settings === undefined || (settings.statuses.length === 0 && status === null)) return null
  const items = settings.statuses.map(({ uuid, name, colour, stage }) => (
    <MenuItem
      key={uuid}
      text={<StatusTag name={name} colour={colour} />}
      label={sentenceCase(stage)}
      aria-current={uuid === status?.uuid}
      labelElement={uuid === status?.uuid ? <SmallTickIcon /> : undefined}
      onClick={() => (stage === 'CLOSED' && now !== 'CLOSED' ? askToClose() : void change({ status: uuid }))}
    />
  ))
  return (
    <PopoverNext
      content={
        <Menu aria-label="Status">
          {items}
          {status !== null && <MenuItem text="Only the stage" onClick={() => void change({ status: null })} />}
        </Menu>
      }
      placement="bottom-start"
      arrow={false}
      animation="minimal"
      disabled={refusal !== undefined}
    >
      <Button
        size="small"
        variant="outlined"
        disabled={refusal !== undefined}
        endIcon={<CaretDownIcon />}
        title={refusal}
      >
        <span className="c-visually-hidden">Status: </span>
        {status === null ? 'No status' : <StatusTag name={status.name} colour={status.colour} />}
      </Button>
    </PopoverNext>
  )
}
