import {
  getMonitoring,
  saveMonitoringSource,
  saveMonitoringTrigger,
} from '@carapace/shared/vulnerability/monitoring.contract'
import type { InputOf, OutputOf } from '@carapace/shared/core/endpoint'
import type { DemoCall } from '../demo-caller.ts'

type Source = Omit<InputOf<typeof saveMonitoringSource>, 'program_uuid'>
type Trigger = Omit<InputOf<typeof saveMonitoringTrigger>, 'program_uuid'>

const sources: readonly Source[] = [
  { name: 'Brightline Telematics product security', kind: 'supplier', note: 'Notices about the telematics unit.' },
  { name: 'Own vehicle SOC', kind: 'field-soc', note: 'Alerts whose cause is in the software.', review_days: 30 },
]

const trigger: Trigger = {
  name: 'Critical, where vehicles are reached from outside',
  conditions: { score_from: 9, ecus: ['TCU', 'GTW'] },
  of_known: true,
}

/** Has the program monitored: from where it hears, and what becomes an event. What is there already stays as it is. */
export async function monitorDemo(call: DemoCall, program: string): Promise<void> {
  const stored = await call<OutputOf<typeof getMonitoring>>(`${getMonitoring.path}?program_uuid=${program}`)
  if (stored.triggers.length > 0 || stored.sources.length > 0) return
  for (const source of sources) await call(saveMonitoringSource.path, { ...source, program_uuid: program })
  await call(saveMonitoringTrigger.path, { ...trigger, program_uuid: program })
}
