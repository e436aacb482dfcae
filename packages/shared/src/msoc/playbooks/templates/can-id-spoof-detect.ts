import type { PlaybookTemplate } from '../playbooks.contract.ts'
import { all, analysts, graph, node } from './build.ts'

const facts = `{{ nodes.facts.open_alerts }} open alerts, {{ nodes.facts.alerts_of_30_days }} in 30 days, \
software {{ alert.vehicle.software_version | default("unknown") }}.`

/** A spoofed arbitration id: from the alert to the vehicle that blocks it, with two people between. */
export const canIdSpoofDetect: PlaybookTemplate = {
  key: 'can-id-spoof-detect',
  name: 'CAN id spoofing: block the arbitration id',
  description:
    'Collects what is known of the vehicle, opens a case, and waits for two people to approve that the vehicle ' +
    'blocks the spoofed arbitration id. When the vehicle has confirmed it, the case is closed with its alert.',
  tags: ['can', 'response', 'vehicle action'],
  trigger: { kind: 'alert', matchers: { severities: ['high', 'critical'], rules: ['can-period', 'can-masquerade'] } },
  graph: graph(
    [
      node(
        'has_id',
        'condition',
        'Vehicle and id known',
        all(['alert.vehicle.vin', 'is_set'], ['alert.first.arbitration_id', 'is_set']),
      ),
      node('facts', 'vehicle_facts', 'Vehicle facts'),
      node('open_case', 'create_case', 'Open case', {
        title: 'Spoofed {{ alert.first.arbitration_id }} on {{ alert.vehicle.vin }}',
      }),
      node('note_facts', 'comment_case', 'Record the facts', {
        case: 'nodes.open_case.case_uuid',
        text: `{{ alert.title }}. ${facts}`,
      }),
      node('ask', 'approval', 'Approve the block', {
        question:
          'Block {{ alert.first.arbitration_id }} on {{ alert.bus | default("can0") }} of {{ alert.vehicle.vin }}? ' +
          facts,
        people: analysts,
        approvals: 2,
        expires_after_minutes: 120,
      }),
      node('block', 'vehicle_action', 'Block the id', {
        vin: '{{ alert.vehicle.vin }}',
        action: 'block_arbitration_id',
        parameters: { bus: '{{ alert.bus | default("can0") }}', arbitration_id: '{{ alert.first.arbitration_id }}' },
        expires_after_minutes: 60,
      }),
      node('note_done', 'comment_case', 'Record the confirmation', {
        case: 'nodes.open_case.case_uuid',
        text:
          'The vehicle has confirmed that it blocks {{ alert.first.arbitration_id }}. Approved by ' +
          '{{ nodes.ask.by | join(" and ") }}. {{ nodes.block.detail }}',
      }),
      node('close', 'update_case', 'Close the case', {
        case: 'nodes.open_case.case_uuid',
        stage: 'CLOSED',
        close_alerts: 'TRUE_POSITIVE_WITH_IMPACT',
      }),
      node('note_rejected', 'comment_case', 'Record the rejection', {
        case: 'nodes.open_case.case_uuid',
        text: 'The block was not approved ({{ nodes.ask.decision }}). {{ nodes.ask.comment }}',
      }),
      node('note_failed', 'comment_case', 'Record what the vehicle answered', {
        case: 'nodes.open_case.case_uuid',
        text: 'The vehicle has not confirmed the block: {{ nodes.block.state | lower }}. {{ nodes.block.detail }}',
      }),
      node('raise', 'update_case', 'Raise the severity', {
        case: 'nodes.open_case.case_uuid',
        stage: 'IN_PROGRESS',
        severity: 'critical',
      }),
    ],
    `has_id.true>facts facts.next>open_case open_case.next>note_facts note_facts.next>ask
     ask.approved>block block.confirmed>note_done note_done.next>close
     ask.rejected>note_rejected block.not_confirmed>note_failed note_failed.next>raise`,
  ),
}
