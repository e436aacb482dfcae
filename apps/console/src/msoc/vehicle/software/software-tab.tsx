import { CubeIcon } from '@blueprintjs/icons'
import { usePanels } from '../../../core/page/panels.ts'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { Panel } from '../panel.tsx'
import type { TabProps } from '../tab-props.ts'

/** What the vehicle's control units run: panels of the modules that know it. */
export default function SoftwareTab({ vehicle }: TabProps) {
  const panels = usePanels('vehicle-software')
  if (panels.length === 0)
    return (
      <EmptyState icon={<CubeIcon size={24} />} title="No software is shown">
        Your licence does not include Component Configuration.
      </EmptyState>
    )
  return panels.map(({ title, Panel: Content }) => (
    <Panel key={title} title={title} className="vh-rows">
      <Content vehicle={vehicle} />
    </Panel>
  ))
}
