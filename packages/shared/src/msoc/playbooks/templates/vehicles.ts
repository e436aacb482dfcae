import type { PlaybookTemplate } from '../playbooks.contract.ts'
import { all, analysts, graph, node } from './build.ts'

const openCase = (title: string) => node('open_case', 'create_case', 'Open case', { title })
const comment = (id: string, title: string, text: string) =>
  node(id, 'comment_case', title, { case: 'nodes.open_case.case_uuid', text })

export const vehicleTemplates: readonly PlaybookTemplate[] = [
  {
    key: 'uds-scan',
    name: 'UDS scan: isolate the diagnostic path',
    description:
      'Opens a case for a scan of diagnostic services and asks one person whether the ECU is to be isolated.',
    tags: ['uds', 'response', 'vehicle action'],
    trigger: { kind: 'alert', matchers: { title: 'UDS' } },
    graph: graph(
      [
        openCase('Diagnostic scan of {{ alert.vehicle.vin | default("a vehicle") }}'),
        node('facts', 'vehicle_facts', 'Vehicle facts'),
        node('has_ecu', 'condition', 'ECU known', all(['alert.ecu', 'is_set'])),
        node('ask', 'approval', 'Approve the isolation', {
          question:
            'Isolate {{ alert.ecu }} of {{ alert.vehicle.vin }}? It has {{ nodes.facts.open_alerts }} open alerts.',
          people: analysts,
          approvals: 1,
          expires_after_minutes: 240,
        }),
        node('isolate', 'vehicle_action', 'Isolate the ECU', {
          vin: '{{ alert.vehicle.vin }}',
          action: 'isolate_ecu',
          parameters: { ecu: '{{ alert.ecu }}' },
          expires_after_minutes: 60,
        }),
        comment('note_done', 'Record the isolation', '{{ alert.ecu }} is isolated. {{ nodes.isolate.detail }}'),
        comment('note_open', 'Record what is open', 'Nothing was isolated. Look at the scanned services first.'),
      ],
      `open_case.next>facts facts.next>has_ecu has_ecu.true>ask ask.approved>isolate isolate.confirmed>note_done
       ask.rejected>note_open isolate.not_confirmed>note_open has_ecu.false>note_open`,
    ),
  },
  {
    key: 'capture-request',
    name: 'Request logs of a vehicle',
    description: 'From a vehicle: after one approval it uploads the logs of the last minutes.',
    tags: ['forensics', 'vehicle action'],
    trigger: { kind: 'manual', subject: 'vehicle' },
    graph: graph(
      [
        node('ask_for', 'form', 'Which logs', {
          question: 'How many minutes of logs of {{ vehicle.vin }} are needed, and why?',
          fields: [
            { name: 'minutes', label: 'Minutes', type: 'number', required: true },
            { name: 'reason', label: 'Reason', type: 'text', required: true },
          ],
          people: analysts,
          expires_after_minutes: 480,
        }),
        node('approve', 'approval', 'Approve the upload', {
          question: '{{ nodes.ask_for.minutes }} minutes of logs of {{ vehicle.vin }}: {{ nodes.ask_for.reason }}',
          people: analysts,
          approvals: 1,
          expires_after_minutes: 480,
        }),
        node('request', 'vehicle_action', 'Request the upload', {
          vin: '{{ vehicle.vin }}',
          action: 'request_log_upload',
          parameters: { minutes: '{{ nodes.ask_for.minutes }}' },
          expires_after_minutes: 1_440,
        }),
      ],
      'ask_for.next>approve approve.approved>request',
    ),
  },
  {
    key: 'workshop',
    name: 'Vehicle in the workshop',
    description: 'From a vehicle: plans a maintenance window, so that its alerts stay out of the queue meanwhile.',
    tags: ['maintenance'],
    trigger: { kind: 'manual', subject: 'vehicle' },
    graph: graph(
      [
        node('ask_for', 'form', 'Reason', {
          question: 'Why is {{ vehicle.vin }} in the workshop?',
          fields: [
            { name: 'reason', label: 'Reason', type: 'text', required: true },
            { name: 'length', label: 'How long', type: 'choice', options: ['1 day', '1 week'], required: true },
          ],
          people: analysts,
          expires_after_minutes: 480,
        }),
        node('how_long', 'switch', 'How long', {
          value: '{{ nodes.ask_for.length }}',
          cases: [{ port: 'week', equals: '1 week' }],
        }),
        node('for_a_week', 'silence_alerts', 'One week', {
          kind: 'maintenance',
          vin: '{{ vehicle.vin }}',
          hours: 168,
          reason: '{{ nodes.ask_for.reason }}',
        }),
        node('for_a_day', 'silence_alerts', 'One day', {
          kind: 'maintenance',
          vin: '{{ vehicle.vin }}',
          hours: 24,
          reason: '{{ nodes.ask_for.reason }}',
        }),
      ],
      'ask_for.next>how_long how_long.week>for_a_week how_long.default>for_a_day',
    ),
  },
  {
    key: 'gps-inconsistency',
    name: 'Position that cannot be true',
    description: 'Tags the alert, and opens a case if the vehicle has other open alerts.',
    tags: ['gps', 'triage'],
    trigger: { kind: 'alert', matchers: { title: 'position' } },
    graph: graph(
      [
        node('tag', 'tag_alert', 'Tag', { tags: ['gps'] }),
        node('facts', 'vehicle_facts', 'Vehicle facts'),
        node('others', 'condition', 'Other open alerts', all(['nodes.facts.open_alerts', 'greater', '1'])),
        openCase('Position of {{ alert.vehicle.vin | default("a vehicle") }} cannot be true'),
        comment(
          'note',
          'Record the facts',
          '{{ nodes.facts.open_alerts }} open alerts. Last seen {{ nodes.facts.last_seen | date }}.',
        ),
        node('work', 'set_alert_status', 'In progress', { status: 'IN_PROGRESS' }),
      ],
      'tag.next>facts facts.next>others others.true>open_case open_case.next>note others.false>work',
    ),
  },
  {
    key: 'silent-fleet',
    name: 'Fleet that falls silent',
    description: 'Every quarter of an hour: notifies the analysts if many vehicles have stopped sending.',
    tags: ['fleet', 'schedule'],
    trigger: { kind: 'schedule', schedule: { kind: 'interval', minutes: 15 } },
    graph: graph(
      [
        node('silent', 'find_alerts', 'Silent vehicles', { matchers: { title: 'silent' }, hours: 1, at_most: 20 }),
        node('many', 'condition', 'More than five', all(['nodes.silent.total', 'greater', '5'])),
        node('tell', 'notify', 'Notify the analysts', {
          title: '{{ nodes.silent.total }} vehicles have fallen silent',
          text: 'The latest: {{ nodes.silent.alerts.0.vin }}, {{ nodes.silent.alerts.0.title }}.',
          urgency: 'critical',
          people: analysts,
        }),
      ],
      'silent.next>many many.true>tell',
    ),
  },
]
