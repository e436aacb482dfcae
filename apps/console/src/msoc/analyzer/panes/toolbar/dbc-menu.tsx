import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import { DocumentIcon, SmallTickIcon } from '@blueprintjs/icons'
import { listDbcs } from '@carapace/shared/msoc/can/dbc.contract'
import { useEndpoint } from '../../../../core/call/query.ts'
import { useBench, useAnalyzerState } from '../../bench.ts'
import { selectedIn } from '../../search.ts'

/** The database that decodes the shown bus, and a menu to select another one. */
export function DbcMenu() {
  const name = useDbcName()
  return (
    <PopoverNext content={<Choices />} placement="bottom-start" arrow={false} animation="minimal">
      <Button
        className="an-dbc"
        icon={<DocumentIcon />}
        aria-haspopup="menu"
        aria-label={`CAN database: ${name ?? 'No DBC'}`}
      >
        {name ?? 'No DBC'}
      </Button>
    </PopoverNext>
  )
}

/** The database of the shown bus, otherwise of the selected id's bus, otherwise of the first decoded bus. */
function useDbcName(): string | undefined {
  const { look } = useBench()
  const bus = look.bus ?? selectedIn(look)?.bus
  return useAnalyzerState(({ dbcs }) => {
    const own =
      bus === undefined ? dbcs[0] : (dbcs.find((each) => each.bus === bus) ?? dbcs.find((each) => each.bus === ''))
    return own && `${own.dbc.file_name} v${own.dbc.version}`
  })
}

function Choices() {
  const { look, lookAt } = useBench()
  const { data, problem } = useEndpoint(listDbcs, {})
  const versions =
    data?.dbcs.flatMap(({ versions: [newest], name }) => (newest === undefined ? [] : [{ ...newest, name }])) ?? []
  const choose = (dbc: string | undefined) => lookAt({ ...look, dbc })
  return (
    <Menu className="c-filter-menu" aria-label="CAN database">
      <Choice text="As assigned" isChosen={look.dbc === undefined} onChoose={() => choose(undefined)} />
      {versions.length > 0 && <MenuDivider />}
      {versions.map(({ uuid, name, version }) => (
        <Choice key={uuid} text={`${name} v${version}`} isChosen={look.dbc === uuid} onChoose={() => choose(uuid)} />
      ))}
      {problem !== undefined && <MenuItem disabled text={problem} roleStructure="menuitem" />}
      {data !== undefined && versions.length === 0 && (
        <MenuItem disabled text="The library is empty" roleStructure="menuitem" />
      )}
    </Menu>
  )
}

interface ChoiceProps {
  readonly text: string
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function Choice({ text, isChosen, onChoose }: ChoiceProps) {
  return (
    <MenuItem
      text={text}
      roleStructure="menuitem"
      aria-current={isChosen}
      labelElement={isChosen ? <SmallTickIcon /> : undefined}
      onClick={onChoose}
    />
  )
}
